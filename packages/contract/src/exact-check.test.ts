import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { decideBody, edgeRecord, recordsBody, tenantState } from "./edge-protocol/index.js";
import { exactCheckOf } from "./exact-check.js";
import { operationList } from "./operations/index.js";

const ID = "2f1c8f0e-1b7a-4c55-9d0e-6a1d2b3c4d5e";
const HASH = "a".repeat(64);
const AT = "2026-01-31T09:30:00.000Z";
const call = {
  call_id: ID,
  request_id: "r-1",
  trace_id: "t",
  received_at: AT,
  jti: ID,
  agent_id: ID,
  tool_name: "db.query",
  payload_hash: HASH,
  payload_bytes: 10,
  payload_depth: 1,
  shape_hash: HASH,
  body_hash: HASH,
  findings: [
    { code: "huge_json", severity: "low", score: 0.5, path: "/a", start: 0, end: 1, view: "raw", rule_id: "r" },
  ],
  risk: 0.5,
  signals: { tool_guard: 0 },
  arguments: { "/a": [1, { b: null }] },
  usage: { model: "m", prompt_tokens: 1, completion_tokens: 2 },
  policy_revision: "p",
  timeline: [{ stage: "auth", start_ms: 0, end_ms: 0.5, decision: "ok" }],
};
const execution = {
  kind: "execution",
  record_id: ID,
  permit_id: ID,
  request_id: "r-1",
  outcome: "allowed",
  code: null,
  dispatched: true,
  tool_status: 200,
  response_hash: HASH,
  response_bytes: 3,
  redactions: [{ kind: "email", count: 1 }],
  result_findings: [],
  result_finding_details: [],
  usage: null,
  finished_at: AT,
  timeline: [],
};
const refusal = {
  kind: "refusal",
  record_id: ID,
  request_id: "r-2",
  code: "policy_denied",
  jti: ID,
  agent_id: null,
  tool_name: null,
  payload_hash: null,
  findings: [],
  finding_details: [],
  count: 1,
  at: AT,
  timeline: [],
};

/** One schema of each kind, with limits and without. */
const kinds = z.strictObject({
  text: z.string().min(2).max(3).optional(),
  pattern: z.string().regex(/^a+$/u).optional(),
  stateful: z.string().regex(/^a/g).optional(),
  trimmed: z.string().trim().optional(),
  address: z.url().optional(),
  date: z.iso.date().optional(),
  count: z.number().int().min(1).max(10).optional(),
  share: z.number().gt(0).lt(1).optional(),
  even: z.number().multipleOf(2).optional(),
  coerced: z.coerce.number().optional(),
  list: z.array(z.number()).min(1).max(2).optional(),
  pair: z.tuple([z.string(), z.number()]).optional(),
  map: z.record(z.string().max(3), z.boolean()).optional(),
  closed: z.record(z.enum(["a", "b"]), z.number()).optional(),
  few: z
    .record(z.string(), z.number())
    .refine((value) => Object.keys(value).length < 2)
    .optional(),
  open: z.object({ a: z.literal(1).nullable() }).optional(),
  loose: z.looseObject({ a: z.literal("x") }).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  any: z.unknown(),
  filled: z.number().default(7),
  upper: z
    .string()
    .transform((text) => text.toUpperCase())
    .optional(),
});

/** Texts and numbers at the edges of the limits above, and keys that objects have of their own. */
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "a",
    "aa",
    "aaa",
    "aaaa",
    " a ",
    "😀",
    "😀😀",
    "😀😀😀😀",
    ID,
    HASH,
    AT,
    "2026-02-30",
    "x",
  ),
  fc.constantFrom<unknown>(
    0,
    -0,
    0.5,
    1,
    2,
    10,
    11,
    -1,
    1e300,
    2 ** 53,
    null,
    true,
    false,
    "allowed",
    "auth",
    "permit",
  ),
);
const key = fc.constantFrom("a", "b", "abcd", "__proto__", "constructor", "toString", "kind", "findings");
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** The value with one place in it replaced, removed or added to. */
function mutated(value: unknown, path: readonly number[], put: unknown, extra: string): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  let node = copy;
  for (const step of path) {
    if (typeof node !== "object" || node === null) break;
    const names = [...Object.keys(node), extra];
    const name = names[step % names.length] as string;
    const child: unknown = Object.hasOwn(node, name) ? (node as Record<string, unknown>)[name] : undefined;
    const isLast = typeof child !== "object" || child === null || step % 3 === 0;
    if (isLast && step % 2 === 0) Reflect.deleteProperty(node, name);
    else if (isLast)
      Object.defineProperty(node, name, { value: put, enumerable: true, configurable: true, writable: true });
    if (isLast) break;
    node = child;
  }
  return JSON.parse(JSON.stringify(copy));
}

const steps = fc.array(fc.nat(60), { minLength: 1, maxLength: 6 });
const goods: readonly (readonly [name: string, schema: z.ZodType, good: unknown])[] = [
  [
    "decide",
    decideBody,
    { calls: [call, { ...call, definition_hash: null }], records: [execution, refusal], takes_text: true },
  ],
  ["records", recordsBody, { records: [execution, refusal], state_version: 3 }],
  ["one record", edgeRecord, execution],
  ["every kind of schema", kinds, { any: null, filled: 1, open: { a: 1 }, map: { a: true }, list: [1], text: "ab" }],
];

function expectAgreement(schema: z.ZodType, value: unknown): void {
  if (!exactCheckOf(schema)(value)) return;
  const parsed = schema.safeParse(value);
  expect(parsed.success).toBe(true);
  expect(parsed.data).toEqual(value);
}

describe("the exact check", () => {
  it.each(goods)("says yes to a good message of %s, so that zod need not look", (_name, schema, good) => {
    expect(exactCheckOf(schema)(good)).toBe(true);
  });

  it.each(goods)("never says yes where zod refuses or changes something of %s", (_name, schema, good) => {
    fc.assert(
      fc.property(steps, json, key, (path, put, extra) => expectAgreement(schema, mutated(good, path, put, extra))),
      { numRuns: 2000 },
    );
  });

  it("never says yes where zod refuses or changes a value of one kind", () => {
    const members = Object.entries(kinds.shape);
    fc.assert(
      fc.property(fc.constantFrom(...members), json, ([, schema], value) => expectAgreement(schema, value)),
      { numRuns: 5000 },
    );
  });

  it("never says yes to what any operation of the contract refuses or changes", () => {
    const schemas = operationList.flatMap(({ body, query, params }) =>
      [body, query, params].filter((each) => each !== undefined),
    );
    fc.assert(
      fc.property(fc.constantFrom(...schemas, tenantState), json, (schema, value) => expectAgreement(schema, value)),
      { numRuns: 3000 },
    );
  });

  it("takes a schema that holds itself", () => {
    const tree = z.strictObject({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    const value = { name: "a", children: [{ name: "b", children: [] }] };
    expectAgreement(tree, value);
    expectAgreement(tree, { name: "a", children: [{ name: "b" }] });
  });
});

describe("a record", () => {
  it.each([
    ["a status that is none of HTTP", { ...execution, tool_status: 42 }],
    ["a status that no answer has", { ...execution, tool_status: 1000 }],
    ["an answer that no caller could be given", { ...execution, answer: { status: 101, body: {} } }],
    [
      "more kinds of redaction than there are",
      { ...execution, redactions: Array(101).fill({ kind: "email", count: 1 }) },
    ],
    ["a kind that is no name", { ...execution, redactions: [{ kind: "k".repeat(65), count: 1 }] }],
    ["a stage that ends before the call began", { ...execution, timeline: [{ ...call.timeline[0], end_ms: -1 }] }],
    ["a stage that took longer than any call", { ...execution, timeline: [{ ...call.timeline[0], end_ms: 1e300 }] }],
    ["a day that is none", { ...execution, finished_at: "2026-02-31T09:30:00.000Z" }],
    ["more repeats than a second holds", { ...refusal, count: 9e15 }],
    ["a name that moves the cursor of a terminal", { ...refusal, tool_name: "a\u001b[2J" }],
    ["a name that is empty", { ...refusal, tool_name: "" }],
  ])("with %s is refused", (_, record) => {
    expect(edgeRecord.safeParse(record).success).toBe(false);
    expect(edgeRecord.safeParse(record.kind === "execution" ? execution : refusal).success).toBe(true);
  });
});
