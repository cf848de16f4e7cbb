// Sessions of edges that were verified before: the hot path's answer to "may this session still ask", without a query for
// each request. What ends a session before its time moves the tenant's state version, so whoever acts on a session compares
// that version under the tenant's lock, and has it renewed when it moved.

import { Refusal } from "@portcullis/contract";
import { readState } from "../db/state.js";
import type { Store } from "../db/tx.js";
import type { TokenService, VerifiedToken } from "./token-service.js";

/** A session as it was verified last. */
export interface EdgeSession {
  readonly tenantId: string;
  readonly instance: string;
  readonly jti: string;
  readonly expiresAtMs: number;
  /** The tenant's state version at which the session was valid. */
  readonly stateVersion: number;
  /**
   * Verifies it anew, once for all who ask meanwhile, so that what was behind goes on in the order in which it came. Rejects
   * with `invalid_edge_session` when it has ended.
   */
  renew(): Promise<void>;
}

const MAX_SESSIONS_KEPT = 10_000;

export class EdgeSessions {
  readonly #known = new Map<string, KnownSession>();

  constructor(
    private readonly store: Store,
    private readonly tokens: Pick<TokenService, "verify">,
  ) {}

  /**
   * The session of a token, for who compares its state version in a transaction. Refuses `invalid_edge_session` for any token
   * that is none, or whose time is over.
   */
  async find(token: string): Promise<EdgeSession> {
    const known = this.#known.get(token);
    if (known !== undefined && known.expiresAtMs > Date.now() && known.endsAtMs > performance.now()) return known;
    return this.findValid(token);
  }

  /** The session of a token that is valid now. */
  async findValid(token: string): Promise<EdgeSession> {
    const verified = await verifySession(this.tokens, token);
    const known = this.#known.get(token);
    if (known !== undefined) return known;
    const session = new KnownSession(this.store, this.tokens, token, verified);
    await session.renew();
    if (this.#known.size >= MAX_SESSIONS_KEPT) this.#known.clear();
    this.#known.set(token, session);
    return session;
  }
}

class KnownSession implements EdgeSession {
  readonly tenantId: string;
  readonly instance: string;
  readonly jti: string;
  readonly expiresAtMs: number;
  /** The same on the monotonic clock, whatever becomes of the wall's. */
  readonly endsAtMs: number;
  stateVersion = -1;
  #renewal: Promise<void> | undefined;

  constructor(
    private readonly store: Store,
    private readonly tokens: Pick<TokenService, "verify">,
    private readonly token: string,
    { claims, row, tenantId }: EdgeToken,
  ) {
    this.tenantId = tenantId;
    this.instance = claims.instance;
    this.jti = claims.jti;
    this.expiresAtMs = claims.exp * 1000;
    this.endsAtMs = performance.now() + this.expiresAtMs - row.read_at;
  }

  renew(): Promise<void> {
    this.#renewal ??= this.#verify().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #verify(): Promise<void> {
    // The version first: a session that ends between the two reads was verified for a version that is over by then.
    const { state_version } = await this.store.read(this.tenantId, readState);
    await verifySession(this.tokens, this.token);
    this.stateVersion = state_version;
  }
}

type EdgeToken = VerifiedToken & { readonly claims: { readonly role: "edge" } };

async function verifySession(tokens: Pick<TokenService, "verify">, token: string): Promise<EdgeToken> {
  try {
    const verified = await tokens.verify(token);
    if (isEdgeToken(verified)) return verified;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "invalid_token") throw error;
  }
  throw new Refusal("invalid_edge_session");
}

function isEdgeToken(verified: VerifiedToken): verified is EdgeToken {
  return verified.claims.role === "edge";
}
