// What decisions need of each tenant, kept until the tenant's state version moves. It may be behind: whoever acts on it
// compares the version under the tenant's lock and asks again with the version that it found.

import type { Logger } from "pino";
import type { Store } from "../../db/tx.js";
import { createPolicyEngineInSlices, type PolicyEngine } from "../policy/index.js";
import type { TenantFacts } from "../types.js";
import { loadFacts } from "./facts-loader.js";

export interface TenantFactsOptions {
  readonly store: Store;
  /** Tenants kept; the one unused for longest goes first. 1,000 unless set. */
  readonly maxTenants?: number;
  /** Told why calls were refused with `policy_error`, of which their rows say no more. */
  readonly log?: Pick<Logger, "error">;
}

interface Entry {
  facts: TenantFacts | null;
  loading: Promise<TenantFacts> | null;
  /** When everything was read last, rather than what had changed. */
  readAllAtMs: number;
}

/** A replaced engine may still be in use by a decision that runs; none runs this long. */
const RETIRED_FOR_MS = 60_000;
const READ_ALL_EVERY_MS = 60_000;

export class TenantFactsCache {
  readonly #options: TenantFactsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #retired: { engine: PolicyEngine; atMs: number }[] = [];

  constructor(options: TenantFactsOptions) {
    this.#options = options;
  }

  /** The tenant's facts, at `minVersion` or later. Throws where the tenant does not exist. */
  async get(tenantId: string, minVersion = 0): Promise<TenantFacts> {
    const entry = this.#touch(tenantId);
    for (;;) {
      if (entry.facts !== null && entry.facts.stateVersion >= minVersion) return entry.facts;
      if (entry.loading !== null) {
        // What is being loaded may have been read before `minVersion` was written: look again when it is there.
        await entry.loading;
        if (entry.facts !== null && entry.facts.stateVersion >= minVersion) return entry.facts;
        if (entry.loading !== null) continue;
      }
      entry.loading = this.#load(tenantId, entry).finally(() => {
        entry.loading = null;
      });
      return entry.loading;
    }
  }

  /** The facts if they are in memory, however old. */
  peek(tenantId: string): TenantFacts | null {
    return this.#entries.get(tenantId)?.facts ?? null;
  }

  close(): void {
    for (const { facts } of this.#entries.values()) facts?.policy.close();
    for (const { engine } of this.#retired) engine.close();
    this.#entries.clear();
    this.#retired.length = 0;
  }

  #touch(tenantId: string): Entry {
    const entry = this.#entries.get(tenantId) ?? { facts: null, loading: null, readAllAtMs: Number.NEGATIVE_INFINITY };
    this.#entries.delete(tenantId);
    this.#entries.set(tenantId, entry);
    if (this.#entries.size > (this.#options.maxTenants ?? 1000)) {
      for (const [oldest, { facts, loading }] of this.#entries) {
        if (loading !== null || oldest === tenantId) continue;
        this.#entries.delete(oldest);
        if (facts !== null) this.#retire(facts.policy);
        break;
      }
    }
    return entry;
  }

  async #load(tenantId: string, entry: Entry): Promise<TenantFacts> {
    // Now and then everything is read, so that a change which stamped no row does not stay unseen.
    const nowMs = performance.now();
    const before = nowMs - entry.readAllAtMs < READ_ALL_EVERY_MS ? entry.facts : null;
    const { policies, ...rest } = await this.#options.store.read(tenantId, (db) => loadFacts(db, before));
    if (before === null) entry.readAllAtMs = nowMs;
    const policy = await createPolicyEngineInSlices({
      policies,
      tools: rest.tools,
      onError: (err) => this.#options.log?.error({ err, tenant_id: tenantId }, "policies could not be evaluated"),
    });
    if (entry.facts !== null) this.#retire(entry.facts.policy);
    entry.facts = { ...rest, policy };
    return entry.facts;
  }

  #retire(engine: PolicyEngine): void {
    const nowMs = performance.now();
    this.#retired.push({ engine, atMs: nowMs });
    while (this.#retired[0] !== undefined && this.#retired[0].atMs < nowMs - RETIRED_FOR_MS) {
      this.#retired.shift()?.engine.close();
    }
  }
}
