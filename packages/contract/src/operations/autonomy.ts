// Tags autonomy and auto-response: contracts that bound what agents do alone, and approvals of escalated calls.

import { z } from "zod";
import { operation } from "../operation.js";
import {
  instant,
  name,
  pageOf,
  pageQuery,
  reason,
  usd,
  usdInput,
  uuid,
  uuidInput,
  wholeNumberInQuery,
} from "../schemas/common.js";

const tag = "autonomy";
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM, UTC");
const onViolation = z.enum(["escalate", "kill"]).default("kill");

const members = {
  name,
  agent_scope: name.meta({
    description: "Names or ids of agents, in capitals or not; `*` is any run of characters, `?` one",
    example: "billing-*",
  }),
  delegation_max_depth: z
    .number()
    .int()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: "Hops of delegation; 0 is the immediate caller alone" }),
  cost_cap_usd: usdInput.nullable().meta({ description: "Dollars within the trailing window" }),
  cost_cap_window_seconds: z
    .number()
    .int()
    .min(60)
    .max(31_536_000)
    .nullable()
    .meta({ description: "The window of `cost_cap_usd`; given together" }),
  time_window: z
    .strictObject({ days: z.array(z.number().int().min(1).max(7)).min(1).max(7), from: clockTime, to: clockTime })
    .nullable()
    .meta({
      description:
        'When agents may act, in UTC; day 1 is Monday; `to` before `from` spans midnight: {"days":[1,2,3,4,5],"from":"08:00","to":"18:00"}',
    }),
  cross_tenant_rules: z
    .array(z.strictObject({ tenant_id: uuidInput, tools: z.array(z.string().min(1).max(200)).min(1).max(500) }))
    .max(100)
    .meta({ description: 'Other tenants that agents may reach: [{"tenant_id":"<uuid>","tools":["crm.search"]}]' }),
  on_violation: onViolation,
  is_active: z.boolean(),
};
const capHasWindow = (value: { cost_cap_usd?: unknown; cost_cap_window_seconds?: unknown }) =>
  (value.cost_cap_usd === undefined || value.cost_cap_usd === null) ===
  (value.cost_cap_window_seconds === undefined || value.cost_cap_window_seconds === null);

const contractData = z.object({
  ...members,
  id: uuid,
  cost_cap_usd: usd.nullable(),
  on_violation: z.enum(["escalate", "kill"]),
  created_at: instant,
  updated_at: instant,
});
const params = z.object({ id: uuidInput });
const pageOfMinutes = (fallback: number) =>
  pageQuery.extend({ minutes: wholeNumberInQuery(z.number().int().min(1).max(525_600).default(fallback)) });

export const autonomy = {
  "autonomy.listContracts": operation({
    method: "GET",
    path: "/autonomy/contracts",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "List autonomy contracts",
    query: pageQuery,
    data: pageOf(contractData),
    paged: true,
  }),
  "autonomy.createContract": operation({
    method: "POST",
    path: "/autonomy/contracts",
    tag,
    who: "SECURITY+",
    status: 201,
    summary: "Create an autonomy contract",
    body: z
      .strictObject({
        ...members,
        delegation_max_depth: members.delegation_max_depth.default(null),
        cost_cap_usd: members.cost_cap_usd.default(null),
        cost_cap_window_seconds: members.cost_cap_window_seconds.default(null),
        time_window: members.time_window.default(null),
        cross_tenant_rules: members.cross_tenant_rules.default([]),
        is_active: members.is_active.default(true),
      })
      .refine(capHasWindow, "cost_cap_usd and cost_cap_window_seconds go together"),
    example: { name: "billing", agent_scope: "billing-*", cost_cap_usd: "5.00", cost_cap_window_seconds: 3600 },
    data: contractData,
    errors: ["conflict"],
    audit: "contract_created",
  }),
  "autonomy.updateContract": operation({
    method: "PATCH",
    path: "/autonomy/contracts/{id}",
    tag,
    who: "SECURITY+",
    status: 200,
    summary: "Change an autonomy contract",
    params,
    body: z
      .strictObject({ ...members, on_violation: z.enum(["escalate", "kill"]) })
      .partial()
      .refine((value) => Object.keys(value).length > 0, "name at least one member"),
    example: { delegation_max_depth: 1 },
    data: contractData,
    errors: ["not_found", "conflict"],
    audit: "contract_updated",
  }),
  "autonomy.disableContract": operation({
    method: "DELETE",
    path: "/autonomy/contracts/{id}",
    tag,
    who: "SECURITY+",
    status: 204,
    summary: "Disable an autonomy contract; the row is kept",
    params,
    errors: ["not_found"],
    audit: "contract_disabled",
  }),
  "autonomy.violations": operation({
    method: "GET",
    path: "/autonomy/violations",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Contract violations of the last minutes",
    query: pageOfMinutes(1440),
    data: pageOf(
      z.object({ contract: z.string(), agent: uuid, reason: z.string(), detected_at: instant, audit_id: uuid }),
    ),
    paged: true,
  }),
  "autonomy.overrides": operation({
    method: "GET",
    path: "/autonomy/overrides",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Escalated calls that a person let through",
    query: pageOfMinutes(10_080),
    data: pageOf(z.object({ audit_id: uuid, overridden_by: z.string(), reason: z.string(), created_at: instant })),
    paged: true,
  }),
};

const pendingData = z.object({
  key: z.string(),
  status: z.enum(["pending", "approved", "rejected", "used", "expired"]),
  agent_id: uuid,
  tool_name: z.string(),
  target_tenant_id: uuid.nullable(),
  payload_hash: z.string(),
  policy_revision: z.string(),
  reason: z.string(),
  audit_id: uuid,
  created_at: instant,
  expires_at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_reason: z.string().nullable(),
  declared_cost_usd: usd.nullable(),
  arguments: z.record(z.string(), z.unknown()).nullable(),
});
const decidePending = {
  method: "POST",
  tag: "auto-response",
  who: "ADMIN",
  status: 200,
  params: z.object({ key: z.string().min(1).max(100) }),
  body: z.strictObject({ reason: reason.optional() }).default({}),
  example: { reason: "talked to the customer" },
  data: pendingData,
  errors: ["not_found", "conflict"],
} as const;

export const autoResponse = {
  "autoResponse.listPending": operation({
    method: "GET",
    path: "/auto-response/pending",
    tag: "auto-response",
    who: "AUDITOR+",
    status: 200,
    summary: "Calls and actions that wait for a person",
    description:
      "`arguments` has what policies read of the payload, by JSON Pointer, for those who may approve; null for others, and where nothing is kept. `declared_cost_usd` is the most that the call may declare: the higher of the tool's maximum or price and of the caller's `usage` at its rate; null where nothing was declared.",
    query: pageQuery.extend({
      status: z.enum(["pending", "approved", "rejected", "used", "expired"]).default("pending"),
    }),
    data: pageOf(pendingData),
    paged: true,
  }),
  "autoResponse.approvePending": operation({
    ...decidePending,
    path: "/auto-response/pending/{key}/approve",
    summary: "Approve it, for one use",
    audit: "approval_approved",
  }),
  "autoResponse.rejectPending": operation({
    ...decidePending,
    path: "/auto-response/pending/{key}/reject",
    summary: "Reject it",
    audit: "approval_rejected",
  }),
};
