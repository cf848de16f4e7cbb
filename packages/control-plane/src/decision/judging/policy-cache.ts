// Stage 4's decision cache. The key is a hash of everything that a verdict depends on: tenant, agent, tool, policy revision,
// effective grant, target tenant, findings, and the values that the rules of the tool read. Verdicts that depend on the
// moment are never kept, nor are failures.

import { canonicalize, sha256Hex } from "@portcullis/core";
import type { PolicyEngine, PolicyEvaluation, PolicyRequest } from "../policy/engine.js";
import { isJsonWithin } from "./json-size.js";

/** Larger inputs are evaluated each time: hashing them would take longer, and the engine refuses them early. */
const MAX_KEYED_SIZE = 16_384;

export interface CachedEvaluation extends PolicyEvaluation {
  readonly cached: boolean;
}

export interface PolicyCacheOptions {
  /** 20,000 unless set. */
  readonly maxEntries?: number;
}

interface Entry {
  readonly evaluation: PolicyEvaluation;
  readonly expiresAtMs: number;
}

export interface PolicyCacheLookup {
  readonly tenantId: string;
  readonly engine: PolicyEngine;
  readonly request: PolicyRequest;
  /** How long a verdict holds; 0 keeps nothing. */
  readonly ttlMs: number;
}

export interface PolicyCache {
  /** The kept verdict, or the engine's, which is kept when it may be. */
  evaluate(lookup: PolicyCacheLookup): CachedEvaluation;
  readonly size: number;
}

/** A cache of this process; the least recently used verdicts go first. */
export function createPolicyCache({ maxEntries = 20_000 }: PolicyCacheOptions = {}): PolicyCache {
  const entries = new Map<string, Entry>();
  const find = (key: string, atMs: number): PolicyEvaluation | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    if (entry.expiresAtMs <= atMs) return undefined;
    entries.set(key, entry);
    return entry.evaluation;
  };
  const keep = (key: string, evaluation: PolicyEvaluation, expiresAtMs: number) => {
    entries.set(key, { evaluation, expiresAtMs });
    if (entries.size <= maxEntries) return;
    const oldest = entries.keys().next().value;
    if (oldest !== undefined) entries.delete(oldest);
  };
  return {
    get size() {
      return entries.size;
    },
    evaluate: (lookup) => {
      const { engine, request, ttlMs } = lookup;
      const key = ttlMs > 0 ? cacheKeyOf(lookup) : null;
      if (key === null) return { ...engine.evaluate(request), cached: false };
      const known = find(key, request.atMs);
      if (known !== undefined) return { ...known, cached: true };
      const evaluation = engine.evaluate(request);
      const failed = evaluation.findings.includes("policy_error");
      if (!evaluation.volatile && !failed) keep(key, evaluation, request.atMs + ttlMs);
      return { ...evaluation, cached: false };
    },
  };
}

/** SHA-256 of the canonical request shape; null for what cannot be cached. */
export function cacheKeyOf({ tenantId, engine, request }: Omit<PolicyCacheLookup, "ttlMs">): string | null {
  try {
    const { volatile, values } = engine.inputsOf(request);
    if (volatile || !isJsonWithin(values, MAX_KEYED_SIZE)) return null;
    return sha256Hex(
      canonicalize({
        tenant: tenantId,
        agent: request.agent.id,
        tool: request.toolName,
        policy_revision: engine.revision,
        target_tenant: request.targetTenantId,
        values,
      }),
    );
  } catch {
    // Arguments that have no canonical text: evaluate, and let the engine refuse what it cannot hold.
    return null;
  }
}
