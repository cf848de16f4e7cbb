// Tags kill-switch and decision: stop a tenant's calls, and look at what was decided.

import { z } from "zod";
import { operation } from "../operation.js";
import { instant, pageOf, pageQuery, reason, score, uuid, uuidInput, wholeNumberInQuery } from "../schemas/common.js";
import { decisionAction, findingCode } from "../schemas/execution.js";

const params = z.object({ tenant_id: uuidInput });
const state = z.object({
  engaged: z.boolean(),
  engaged_at: instant.optional(),
  engaged_by: z.string().optional(),
  reason: z.string().optional(),
});
/** `reason` is checked by the handler, since a missing one is 400 `reason required`. */
const body = (by: "engaged_by" | "disengaged_by") =>
  z.strictObject({ reason: reason.nullish(), [by]: z.string().max(200).optional() }).default({});

export const killSwitch = {
  "killSwitch.get": operation({
    method: "GET",
    path: "/decision/kill-switch/{tenant_id}",
    tag: "kill-switch",
    who: "AUDITOR+",
    status: 200,
    summary: "Whether the kill switch is engaged",
    params,
    data: state,
    errors: ["tenant_mismatch"],
  }),
  "killSwitch.engage": operation({
    method: "POST",
    path: "/decision/kill-switch/{tenant_id}",
    tag: "kill-switch",
    who: "SECURITY+",
    status: 200,
    summary: "Stop every call of the tenant, running ones included",
    description: "Answers when every connected edge has acknowledged, or after one second with those that had not.",
    params,
    body: body("engaged_by"),
    example: { reason: "agent 7 deletes records" },
    data: state.extend({
      edges: z.object({ acknowledged: z.number().int(), pending: z.array(z.string()) }),
    }),
    errors: ["reason_required", "tenant_mismatch", "store_unavailable"],
    idempotent: true,
    audit: "kill_switch_engaged",
  }),
  "killSwitch.disengage": operation({
    method: "DELETE",
    path: "/decision/kill-switch/{tenant_id}",
    tag: "kill-switch",
    who: "SECURITY+",
    status: 200,
    summary: "Release the kill switch",
    params,
    body: body("disengaged_by"),
    example: { reason: "agent 7 was mended" },
    data: state,
    errors: ["reason_required", "tenant_mismatch"],
    audit: "kill_switch_disengaged",
  }),
};

export const decision = {
  "decision.summary": operation({
    method: "GET",
    path: "/decision/summary",
    tag: "decision",
    who: "SECURITY+",
    status: 200,
    summary: "Counts of decisions in the last hours",
    query: z.strictObject({ hours: wholeNumberInQuery(z.number().int().min(1).max(168).default(24)) }),
    data: z.object({
      since: instant,
      total: z.number().int(),
      allow: z.number().int(),
      deny: z.number().int(),
      escalate: z.number().int(),
      by_rule: z.array(z.object({ rule_id: z.string(), count: z.number().int() })),
    }),
  }),
  "decision.history": operation({
    method: "GET",
    path: "/decision/history",
    tag: "decision",
    who: "SECURITY+",
    status: 200,
    summary: "Recent decisions, newest first",
    query: pageQuery.extend({ agent_id: uuidInput.optional(), action: decisionAction.optional() }),
    data: pageOf(
      z.object({
        audit_id: uuid,
        request_id: z.string(),
        agent_id: uuid.nullable(),
        tool_name: z.string().nullable(),
        decision: decisionAction,
        outcome: z.string(),
        rule_id: z.string().nullable(),
        findings: z.array(findingCode),
        score,
        created_at: instant,
      }),
    ),
    paged: true,
  }),
};
