// The rules that every tenant has, as Cedar text. Denials come first and win over whatever a tenant writes; the grant
// permits; `docs/policies.md` says how tenants' rules compose with these, and why these findings deny.

import type { FindingCode } from "@portcullis/contract";

export interface BuiltinRule {
  readonly id: string;
  readonly effect: "permit" | "deny" | "escalate";
  /** What the verdict adds to the findings. */
  readonly finding: FindingCode | null;
  readonly text: string;
}

/** Findings of the scan that refuse a call by themselves. The others raise the risk only, or serve tenants' own rules. */
export const DENYING_FINDINGS = [
  "destructive_sql",
  "prompt_injection_detected",
  "destructive_shell",
  "path_traversal",
  "tool_description_changed",
] as const satisfies readonly FindingCode[];

const forbidWhen = (condition: string) => `forbid (principal, action, resource) when { ${condition} };`;
const deny = (finding: FindingCode, condition: string): BuiltinRule => ({
  id: `agent.deny.${finding}`,
  effect: "deny",
  finding,
  text: forbidWhen(condition),
});

/** In the order in which they name the verdict when several match. */
export const BUILTIN_RULES: readonly BuiltinRule[] = [
  deny("tool_not_granted", 'context.grant == "NONE"'),
  deny("tool_denied", 'context.grant == "DENY"'),
  ...DENYING_FINDINGS.map((finding) => deny(finding, `context.findings.contains("${finding}")`)),
  {
    id: "agent.escalate.tool_grant",
    effect: "escalate",
    finding: "policy_escalation",
    text: forbidWhen('context.grant == "ESCALATE"'),
  },
];

/** What lets a granted call through where no tenant permit speaks of its tool. */
export const GRANT_PERMIT: BuiltinRule = {
  id: "agent.allow.grant",
  effect: "permit",
  finding: null,
  text: 'permit (principal, action, resource) when { context.grant == "ALLOW" || context.grant == "ESCALATE" };',
};

/** Beginnings of rule ids that tenants may not use. */
export const RESERVED_ID_PREFIXES = ["agent.", "autonomy.", "decision."] as const;

export const POLICY_ERROR_RULE = "agent.deny.policy_error";
export const NO_PERMIT_RULE = "agent.deny.no_permit_matched";
