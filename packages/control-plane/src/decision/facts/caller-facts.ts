// Who a call's token speaks for, as the control plane issued it: on record, not revoked, its subject and every delegation
// hop alive. Kept by token id until the tenant's state version moves; expiry is compared at each use.

import type { Grant } from "@portcullis/contract";
import type { Store, TenantDb } from "../../db/tx.js";
import { findTokens, isAlive, type TokenRow } from "../../tokens/token-store.js";
import type { CallerFacts, TenantFacts } from "../types.js";

/** A token on record; `isDead` when it, its subject, or a hop of its delegation was revoked or ended. */
export interface KnownCaller extends CallerFacts {
  readonly kind: "user" | "agent" | "api_key";
  /** Scopes of an API key's token; null for others. */
  readonly scopes: readonly string[] | null;
  /** The edge instance that the token was first used at; null before that. */
  readonly firstUsedEdge: string | null;
  /** The earliest end of the token, of its credential and of its hops. */
  readonly expiresAtMs: number;
  readonly isDead: boolean;
}

const MAX_TOKENS_KEPT = 50_000;

export class CallerFactsCache {
  readonly #store: Store;
  readonly #known = new Map<string, { version: number; caller: KnownCaller }>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The callers of these tokens at the facts' state version; a token that is not on record is missing. */
  async get(facts: TenantFacts, jtis: Iterable<string>): Promise<ReadonlyMap<string, KnownCaller>> {
    const found = new Map<string, KnownCaller>();
    const missing = new Set<string>();
    for (const jti of jtis) {
      const entry = this.#known.get(`${facts.tenantId} ${jti}`);
      if (entry !== undefined && entry.version === facts.stateVersion) found.set(jti, entry.caller);
      else missing.add(jti);
    }
    if (missing.size === 0) return found;
    // A token that is not on record may be issued without the state moving, so only what was found is kept.
    for (const caller of await this.#store.read(facts.tenantId, (db) => loadCallers(db, [...missing]))) {
      found.set(caller.jti, caller);
      // Its first use moves no state either.
      if (caller.firstUsedEdge === null) continue;
      if (this.#known.size >= MAX_TOKENS_KEPT) this.#known.clear();
      this.#known.set(`${facts.tenantId} ${caller.jti}`, { version: facts.stateVersion, caller });
    }
    return found;
  }
}

async function loadCallers(db: TenantDb, jtis: readonly string[]): Promise<KnownCaller[]> {
  const rows = await findTokens(db, jtis);
  const hopIds = new Set(rows.flatMap((row) => actOf(row).map((hop) => hop.jti)));
  const hops = hopIds.size === 0 ? [] : await findTokens(db, [...hopIds]);
  const tokens = new Map(hops.map((row) => [row.jti, row]));
  return rows.flatMap((row) => (row.kind === "edge" ? [] : [callerOf(row, row.kind, tokens)]));
}

function callerOf(row: TokenRow, kind: KnownCaller["kind"], tokens: ReadonlyMap<string, TokenRow>): KnownCaller {
  const act = actOf(row);
  const chain = [row, ...act.map((hop) => tokens.get(hop.jti))];
  const permissions = JSON.parse(row.permissions) as unknown[];
  return {
    jti: row.jti,
    kind,
    role: row.role,
    subject: row.subject,
    permissions: kind === "agent" ? (permissions as Grant[]) : null,
    scopes: kind === "api_key" ? (permissions as string[]) : null,
    firstUsedEdge: row.first_used_edge,
    act,
    expiresAtMs: Math.min(
      ...chain.map((hop) => Math.min(hop?.expires_at ?? 0, hop?.credential_expires_at ?? Infinity)),
    ),
    // Expiry is compared at each use instead, so every row is looked at as of its issue.
    isDead: chain.some((hop) => hop === undefined || !isAlive(hop, hop.issued_at)),
  };
}

function actOf(row: TokenRow): { sub: string; jti: string }[] {
  return JSON.parse(row.act) as { sub: string; jti: string }[];
}
