// The context of one request as Cedar gets it: only the attributes that the rules of its tool read, since carrying values
// into WebAssembly costs more than evaluating them.

import type { FindingCode, Grant } from "@portcullis/contract";
import type { CedarValueJson } from "./cedar.js";
import type { PolicyRequest } from "./engine.js";

export type GrantState = "ALLOW" | "ESCALATE" | "DENY" | "NONE";

/** What the grants come to for one tool: deny wins, then escalate. */
export function grantStateOf(grants: readonly Grant[], toolName: string): GrantState {
  const actions = new Set(grants.filter((grant) => grant.tool_name === toolName).map((grant) => grant.action));
  if (actions.has("DENY")) return "DENY";
  if (actions.has("ESCALATE")) return "ESCALATE";
  return actions.has("ALLOW") ? "ALLOW" : "NONE";
}

/** The attributes named in `reads`, without `args`. */
export function contextOf(request: PolicyRequest, reads: ReadonlySet<string>): Record<string, CedarValueJson> {
  const context: Record<string, CedarValueJson> = {
    grant: grantStateOf(request.grants, request.toolName),
    findings: uniqueSorted(request.findings),
  };
  if (reads.has("role")) context.role = request.role;
  if (reads.has("target_tenant") && request.targetTenantId !== null) context.target_tenant = request.targetTenantId;
  if (reads.has("risk")) context.risk = decimal(ratioText(request.risk));
  if (reads.has("behavior")) context.behavior = decimal(ratioText(request.behavior));
  if (reads.has("cost")) context.cost = decimal(dollarText(request.costNano));
  if (reads.has("spent_today")) context.spent_today = decimal(dollarText(request.spentTodayNano));
  if (reads.has("time")) context.time = timeOf(request.atMs);
  return context;
}

export function uniqueSorted(findings: readonly FindingCode[]): FindingCode[] {
  return [...new Set(findings)].sort();
}

/** Attributes of the agent that the rules read. */
export function principalOf(request: PolicyRequest, reads: ReadonlySet<string>): Record<string, string> {
  const attrs: Record<string, string> = {};
  if (reads.has("name")) attrs.name = request.agent.name;
  if (reads.has("risk_level")) attrs.risk_level = request.agent.riskLevel;
  return attrs;
}

function timeOf(atMs: number): Record<string, number> {
  const at = new Date(atMs);
  const hour = at.getUTCHours();
  return {
    epoch: Math.floor(atMs / 1000),
    hour,
    minute_of_day: hour * 60 + at.getUTCMinutes(),
    weekday: at.getUTCDay() === 0 ? 7 : at.getUTCDay(),
  };
}

const decimal = (text: string): CedarValueJson => ({ __extn: { fn: "decimal", arg: text } });

/** 0 to 1 with Cedar's four places; throws on what is no number, so that the call is refused. */
function ratioText(value: number): string {
  if (!Number.isFinite(value)) throw new Error("A score is not a number.");
  return Math.min(1, Math.max(0, value)).toFixed(4);
}

/** Dollars with Cedar's four places, rounded up: a limit is never passed by rounding. */
function dollarText(amountNano: bigint): string {
  const tenThousandths = amountNano <= 0n ? 0n : (amountNano + 99_999n) / 100_000n;
  return `${tenThousandths / 10_000n}.${(tenThousandths % 10_000n).toString().padStart(4, "0")}`;
}
