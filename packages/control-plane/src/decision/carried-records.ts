// Records that come with questions and are stored in jobs of their own: before the questions or after the answers, but never
// behind anything that is asked later. They fail silently: what is not acknowledged, the edge sends again.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { EdgeRecord, RecordAck } from "@portcullis/contract";
import type { AskingSession } from "./jobs.js";
import { LateAcks } from "./late-acks.js";

/** The records of one exchange. */
export interface CarriedRecords {
  /** Puts them into the queue; once, however often it is called. */
  store(): void;
  /** Puts them into the queue when the answer is on its way, or something else is asked before. */
  postpone(): void;
  /** Resolves when they are stored, but at the latest with the next turn; at once unless they are in the queue. */
  storedWithinTurn(): Promise<void>;
}

export class CarriedRecordsStore {
  readonly #record: (session: AskingSession, records: readonly EdgeRecord[]) => Promise<RecordAck[]>;
  readonly #acks = new LateAcks();
  /** By tenant: of exchanges that have been answered. */
  readonly #postponed = new Map<string, Set<CarriedRecords>>();
  /** By tenant: in the queue. */
  readonly #storing = new Map<string, Set<Promise<void>>>();

  /** `record` stores records of a session; what it throws is not told to anyone. */
  constructor(record: (session: AskingSession, records: readonly EdgeRecord[]) => Promise<RecordAck[]>) {
    this.#record = record;
  }

  recordsOf(session: AskingSession, records: readonly EdgeRecord[]): CarriedRecords {
    let stored: Promise<void> | undefined;
    const carried: CarriedRecords = {
      store: () => {
        stored ??= this.#store(session, records);
      },
      postpone: () => {
        if (stored === undefined && records.length > 0) this.#postpone(session.tenantId, carried);
      },
      storedWithinTurn: async () => {
        if (stored !== undefined) await Promise.race([stored, nextTurn()]);
      },
    };
    return carried;
  }

  /** Puts into the queue what has been postponed, of all tenants or of one. */
  storePostponed(tenantId?: string): void {
    for (const tenant of tenantId === undefined ? [...this.#postponed.keys()] : [tenantId]) {
      const postponed = this.#postponed.get(tenant);
      this.#postponed.delete(tenant);
      for (const carried of postponed ?? []) carried.store();
    }
  }

  /** Resolves when all that is in the queue now has been stored or has failed. */
  async settled(tenantId: string): Promise<void> {
    await Promise.all(this.#storing.get(tenantId) ?? []);
  }

  /** Acknowledgements that the session has not been told yet. */
  takeAcks(session: AskingSession): RecordAck[] {
    return this.#acks.take(session);
  }

  #postpone(tenantId: string, carried: CarriedRecords): void {
    const postponed = this.#postponed.get(tenantId) ?? new Set();
    this.#postponed.set(tenantId, postponed.add(carried));
    setImmediate(() => this.storePostponed(tenantId));
  }

  #store(session: AskingSession, records: readonly EdgeRecord[]): Promise<void> {
    const { tenantId } = session;
    const storing = this.#record(session, records)
      .then((acks) => this.#acks.add(session, acks))
      .catch(() => {});
    const all = this.#storing.get(tenantId) ?? new Set();
    this.#storing.set(tenantId, all.add(storing));
    void storing.then(() => {
      all.delete(storing);
      if (all.size === 0) this.#storing.delete(tenantId);
    });
    return storing;
  }
}
