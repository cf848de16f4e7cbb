// What the rest of the control plane knows of the policy engine.

import type { FindingCode, Grant } from "@portcullis/contract";

/** What policies judge. */
export interface PolicyRequest {
  readonly agent: { readonly id: string; readonly name: string; readonly riskLevel: string };
  /** Folded. */
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

/** What the policies of a tool come to for one request. */
export interface PolicyEvaluation {
  readonly decision: "allow" | "deny" | "escalate";
  readonly ruleId: string | null;
  /** Codes that the policies add; the request's own are not repeated unless a rule named them. */
  readonly findings: readonly FindingCode[];
  /** The verdict read time, cost, risk or behaviour, so that it must not be cached. */
  readonly volatile: boolean;
}

/** The part of a request that the policies of its tool read: requests with equal inputs get equal verdicts. */
export interface PolicyInputs {
  readonly volatile: boolean;
  /** JSON values only. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The tenant's active policies beside the built-in rules, compiled. Never throws: an error is a refusal. */
export interface PolicyEngine {
  readonly revision: string;
  /** JSON pointers by folded tool name; `*` for every tool. */
  readonly argumentPaths: Readonly<Record<string, readonly string[]>>;
  /**
   * Members of `@args` by the rule's id, of rules that others of the same tool contradict: calls of such a tool are refused
   * with `policy_error`.
   */
  readonly contradictions: ReadonlyMap<string, string>;
  /** Whether a rule reads what the agent has spent today. */
  readonly readsSpending: boolean;
  /** What a cache must key on, beside agent, tool and revision; reads no more of the request than the policies do. */
  inputsOf(request: PolicyRequest): PolicyInputs;
  evaluate(request: PolicyRequest): PolicyEvaluation;
  /** Frees the engine's preparsed sets; the engine must not be used afterwards. */
  close(): void;
}
