// Tags policy and risk: the tenant's Cedar policies, and the weights of stage 6.

import { z } from "zod";
import { FINDING_CODES } from "../findings.js";
import { operation } from "../operation.js";
import { instant, instantInput, name, pageOf, pageQuery, score, usdInput, uuid, uuidInput } from "../schemas/common.js";
import { findingCode } from "../schemas/execution.js";
import { scanSettings } from "../schemas/tuning.js";
import { riskLevel } from "./agents.js";

const tag = "policy";
const source = z.string().min(1).max(500_000).meta({ description: "Cedar policies; every rule has @id" });
/** Name of an uploaded file that is given none. */
export const DEFAULT_POLICY_NAME = "main";
const policyName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/);
const draftName = policyName
  .optional()
  .meta({ description: "File that the draft stands for; else the one with rules of the same ids, else `main`" });
/** Holds for whatever tools a tenant has. */
const EXAMPLE_POLICY =
  '@id("no-private-addresses") forbid (principal, action, resource) when { context.findings.contains("private_address") };';
const verdict = z.enum(["allow", "deny", "escalate"]);

/** One hypothetical call, for unit tests of policies. */
const testCase = z.strictObject({
  name,
  tool_name: z.string().min(1).max(200),
  payload: z.record(z.string(), z.unknown()).default({}),
  agent: z.strictObject({ name: z.string().optional(), risk_level: riskLevel.optional() }).default({}),
  granted: z.boolean().default(true),
  findings: z.array(findingCode).max(FINDING_CODES.length).default([]),
  risk: score.default(0),
  behavior: score.default(0),
  cost_usd: usdInput.default("0"),
  at: instantInput.optional(),
  expect: z.strictObject({ decision: verdict, rule_id: z.string().nullable().optional() }),
});

const uploaded = z.object({
  name: z.string(),
  bundle_revision: z.string(),
  rules: z.array(
    z.object({ id: z.string(), effect: z.enum(["permit", "forbid", "escalate"]), tools: z.array(z.string()) }),
  ),
  argument_paths: z.record(z.string(), z.array(z.string())),
});

const ruleCount = z.object({ rule_id: z.string(), was: z.number().int(), now: z.number().int() });

/** What a draft of the scan's settings does to the findings of past calls. */
const scanDraft = z.object({
  from_findings: z.number().int().meta({ description: "Calls judged by their stored findings alone" }),
  from_payloads: z.number().int().meta({ description: "Calls of which values were kept, and scanned again" }),
  unknown: z.number().int().meta({ description: "Calls of which no findings were kept" }),
  newly_flagged: z.number().int(),
  no_longer_flagged: z.number().int(),
  rules: z.array(ruleCount).meta({ description: "Calls by rule, where their number changes" }),
  changed: z.array(
    z.object({
      audit_id: uuid,
      tool_name: z.string(),
      agent_id: uuid,
      at: instant,
      was_flagged: z.boolean(),
      is_flagged: z.boolean(),
      gone: z.array(z.string()),
      come: z.array(z.string()).meta({ description: "rules; `family/*` where only the family is known" }),
    }),
  ),
});

export const policy = {
  "policy.list": operation({
    method: "GET",
    path: "/policy",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Active policy files with their source",
    query: pageQuery,
    data: pageOf(uploaded.extend({ source: z.string(), uploaded_by: z.string(), uploaded_at: instant })),
    paged: true,
  }),
  "policy.upload": operation({
    method: "POST",
    path: "/policy/upload",
    tag,
    who: "SECURITY+",
    status: 200,
    summary: "Make a policy file the active one of its name",
    description:
      "Checked against the schema of the tenant's tools: an unknown attribute, or a rule that cannot match, refuses the upload. An empty `policy` removes the file.",
    body: z.strictObject({ name: policyName.default(DEFAULT_POLICY_NAME), policy: z.string().max(500_000) }),
    example: {
      name: "main",
      policy: EXAMPLE_POLICY,
    },
    data: uploaded,
    errors: ["policy_invalid", "not_found", "conflict"],
    audit: "policy_uploaded",
  }),
  "policy.test": operation({
    method: "POST",
    path: "/policy/test",
    tag,
    who: "SECURITY+",
    status: 200,
    summary: "Run unit tests against a draft, or against the active policies",
    body: z.strictObject({ name: draftName, policy: source.optional(), tests: z.array(testCase).min(1).max(500) }),
    example: {
      policy: EXAMPLE_POLICY,
      tests: [
        {
          name: "addresses of our own network are refused",
          tool_name: "customers.query",
          findings: ["private_address"],
          expect: { decision: "deny", rule_id: "no-private-addresses" },
        },
      ],
    },
    data: z.object({
      passed: z.number().int(),
      failed: z.number().int(),
      results: z.array(
        z.object({
          name: z.string(),
          passed: z.boolean(),
          expected: z.object({ decision: verdict, rule_id: z.string().nullable().optional() }),
          actual: z.object({ decision: verdict, rule_id: z.string().nullable() }),
        }),
      ),
      unknown_tools: z
        .array(z.string())
        .meta({ description: "Tools of the tests that the registry does not have: mistyped, or not registered yet" }),
    }),
    errors: ["policy_invalid", "invalid_tool_name"],
    idempotent: true,
  }),
  "policy.simulate": operation({
    method: "POST",
    path: "/policy/simulate",
    tag,
    who: "SECURITY+",
    status: 200,
    summary: "Replay a draft over past calls",
    description:
      "The draft is a policy file, settings of the scan, or both. `was` is what the active policies come to on what was kept of a call, `now` what the draft comes to. Settings are judged by the findings that were stored of each call, and by those values of its payload that were kept.",
    body: z
      .strictObject({
        name: draftName,
        policy: source.optional(),
        scan: scanSettings.optional(),
        since: instantInput.optional(),
        until: instantInput.optional(),
        agent_id: uuidInput.optional(),
        limit: z.number().int().min(1).max(10_000).default(1000),
      })
      .refine((value) => value.policy !== undefined || value.scan !== undefined, "name policy, scan, or both"),
    example: { policy: EXAMPLE_POLICY },
    data: z.object({
      replayed: z.number().int(),
      unreplayable: z
        .number()
        .int()
        .meta({ description: "Calls for which a value that the draft or an active policy reads was not kept" }),
      unchanged: z.number().int(),
      changed: z.array(
        z.object({
          audit_id: uuid,
          tool_name: z.string(),
          agent_id: uuid,
          at: instant,
          was: z.object({ decision: verdict, rule_id: z.string().nullable() }),
          now: z.object({ decision: verdict, rule_id: z.string().nullable() }),
        }),
      ),
      findings: scanDraft.nullable().meta({ description: "What the settings of the scan change; null without them" }),
      note: z.string().nullable().meta({ description: "Why no call was replayed, and what to do; null where one was" }),
    }),
    errors: ["policy_invalid"],
    idempotent: true,
  }),
};

const weights = z.strictObject({ inference: score, policy: score, behavior: score });
const weightsData = z.object({
  weights,
  is_default: z.boolean(),
  thresholds: z.record(riskLevel, z.object({ escalate: score, kill: score })),
  updated_at: instant.nullable(),
});

export const risk = {
  "risk.getSignalWeights": operation({
    method: "GET",
    path: "/risk/signal-weights",
    tag: "risk",
    who: "VIEWER+",
    status: 200,
    summary: "Weights of the decision stage, and its thresholds by risk level",
    data: weightsData,
  }),
  "risk.setSignalWeights": operation({
    method: "PUT",
    path: "/risk/signal-weights",
    tag: "risk",
    who: "SECURITY+",
    status: 200,
    summary: "Set the weights of the decision stage",
    body: weights.refine(
      (value) => value.inference + value.policy + value.behavior > 0,
      "at least one weight must be above 0",
    ),
    example: { inference: 0.5, policy: 1, behavior: 0.5 },
    data: weightsData,
    audit: "signal_weights_changed",
  }),
};
