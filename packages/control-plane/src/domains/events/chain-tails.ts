// The tails of this process: one for each tenant that a stream follows.

import { ChainTail, type TailSources } from "./chain-tail.js";

/** A tail that is followed. */
export interface FollowedTail {
  readonly tail: ChainTail;
  leave(): void;
}

export class ChainTails {
  readonly #sources: TailSources;
  readonly #tails = new Map<string, { readonly tail: ChainTail; followers: number }>();

  constructor(sources: TailSources) {
    this.#sources = sources;
  }

  /** The tenant's tail; one that is new begins after the row of `headSeq`, which is committed. */
  follow(tenantId: string, headSeq: number): FollowedTail {
    const entry = this.#tails.get(tenantId) ?? { tail: new ChainTail(tenantId, headSeq, this.#sources), followers: 0 };
    this.#tails.set(tenantId, entry);
    entry.followers += 1;
    return {
      tail: entry.tail,
      leave: () => {
        entry.followers -= 1;
        if (entry.followers > 0) return;
        entry.tail.close();
        this.#tails.delete(tenantId);
      },
    };
  }
}
