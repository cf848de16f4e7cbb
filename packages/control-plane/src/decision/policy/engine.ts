// What the rest of the control plane knows of the policy engine.

import type { FindingCode, Grant } from "@portcullis/contract";

/** What policies judge. */
export interface PolicyRequest {
  readonly agent: { readonly id: string; readonly name: string; readonly riskLevel: string };
  readonly toolName: string;
  /** Grants that hold for this call: the token's that the registry still has, over every delegation hop. */
  readonly grants: readonly Grant[];
  /** Values of argument paths (JSON pointers). */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly findings: readonly FindingCode[];
  readonly risk: number;
  readonly behavior: number;
  readonly costNano: bigint;
  readonly spentTodayNano: bigint;
  readonly atMs: number;
  readonly targetTenantId: string | null;
  readonly role: string;
}

/** The tenant's active policies beside the built-in rules, compiled. Never throws: an error is a refusal. */
export interface PolicyEngine {
  readonly revision: string;
  /** JSON pointers by folded tool name; `*` for every tool. */
  readonly argumentPaths: Readonly<Record<string, readonly string[]>>;
  evaluate(request: PolicyRequest): {
    readonly decision: "allow" | "deny" | "escalate";
    readonly ruleId: string | null;
    readonly findings: readonly FindingCode[];
    /** The verdict read time, cost, risk or behaviour, so that it must not be cached. */
    readonly volatile: boolean;
  };
  /** Frees the engine's preparsed sets; the engine must not be used afterwards. */
  close(): void;
}
