import type { EdgeRecord, FindingCode } from "@portcullis/contract";
import { auditIdOf, newId } from "@portcullis/core";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RecordKeeper } from "./calls/record-keeper.js";
import { RefusalLog } from "./calls/refusal-log.js";
import type { Clock, RecordSink } from "./ports.js";
import { AGENT, agentFacts, functionTools, TENANT } from "./testing/local-control-plane.js";
import { call, createTestEdges, executions, refusals, seen } from "./testing/test-edges.js";

const { setUp, close } = createTestEdges();
afterEach(async () => {
  vi.useRealTimers();
  await close();
});

/** However slow the machine, no time passes on the edge's monotonic clock. */
const STANDING: Clock = { now: () => Date.now(), monotonic: () => 0 };
/** Nor does a timer end: refusals within a second stay within it. */
const stopTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

describe("authentication", () => {
  it.each([
    [400, "X-Tenant-ID header required", { "x-tenant-id": undefined }],
    [400, "Invalid Tenant UUID", { "x-tenant-id": "acme" }],
    [401, "Invalid or expired token", { authorization: undefined }],
    [401, "Invalid or expired token", { authorization: "Bearer other" }],
    [401, "Invalid or expired token", { authorization: "Basic abc", cookie: "acp_token=good-token" }],
    [400, "invalid_request_id", { "x-request-id": "spaces are not" }],
  ])("%i %s", async (status, error, changes) => {
    const { send, records } = await setUp();
    const answer = await send(call, changes);
    expect(answer).toMatchObject({ status, body: { success: false, data: null, error } });
    expect(records.records).toEqual([]);
  });

  it("asks about a token again a second after it was refused, though the clock was set back by hours meanwhile", async () => {
    const time = { wallMs: Date.now() + 7_200_000, monotonicMs: 0 };
    const clock: Clock = { now: () => time.wallMs, monotonic: () => time.monotonicMs };
    const { send, plane } = await setUp({ options: { clock } });
    const later = { authorization: "Bearer later" };
    expect(await send(call, later)).toMatchObject({ status: 401 });
    time.wallMs = Date.now();
    plane.issue("later");
    expect(await send(call, later)).toMatchObject({ status: 401 });
    time.monotonicMs = 1001;
    expect(await send(call, later)).toMatchObject({ status: 200 });
  });

  it.each([
    [400, "X-Agent-ID header required", { "x-agent-id": undefined }],
    [400, "X-Agent-ID header required", { "x-agent-id": "reader" }],
    [401, "tenant_mismatch", { "x-tenant-id": newId() }],
    [403, "agent_mismatch", { "x-agent-id": newId() }],
    [403, "Write operations require ADMIN or SECURITY role", { authorization: "Bearer viewer" }],
    [403, "insufficient_scope", { authorization: "Bearer reader" }],
    [404, "agent_not_found", { authorization: "Bearer admin", "x-agent-id": newId() }],
  ])("%i %s, with a row because the token was good", async (status, error, changes) => {
    const { send, records, plane } = await setUp();
    plane.issue("reader", { role: "ADMIN", permissions: null, scopes: ["read", "write"], subject: newId() });
    plane.issue("viewer", { role: "VIEWER", permissions: null, subject: newId() });
    plane.issue("admin", { role: "ADMIN", permissions: null, subject: newId() });
    expect(await send(call, changes)).toMatchObject({ status, body: { error } });
    expect(refusals(records)).toHaveLength(1);
  });

  it.each([
    ["its role", {}, false],
    ["its key's scopes", { authorization: "Bearer reader" }, false],
    ["another tenant's header", { "x-tenant-id": newId() }, false],
    ["the kill switch", {}, true],
  ])(
    "counts what it refuses a user for %s who may call for no agent, whatever agents it names",
    async (_, changes, isKilled) => {
      stopTimers();
      const { send, records, plane, edge } = await setUp();
      plane.issue("viewer", { role: "VIEWER", permissions: null, subject: newId() });
      plane.issue("reader", { role: "ADMIN", permissions: null, scopes: ["read"], subject: newId() });
      if (isKilled)
        plane.change({ kill_switch: { engaged: true, engaged_at: null, engaged_by: null, reason: "drill" } });
      const attempts = Array.from({ length: 40 }, () =>
        send(call, { authorization: "Bearer viewer", ...changes, "x-agent-id": newId() }),
      );
      for (const answer of await Promise.all(attempts)) expect(answer.status).toBeGreaterThanOrEqual(401);
      await edge.close();
      expect(refusals(records).map(({ count, agent_id }) => [count, agent_id])).toEqual([
        [1, null],
        [39, null],
      ]);
    },
  );

  it("takes the cookie, and asks the control plane once for concurrent calls with one unseen token", async () => {
    const { send, plane } = await setUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(call, { authorization: undefined, cookie: "a=b; acp_token=good-token" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(plane.admissions).toHaveLength(1);
  });

  it("refuses a token whose revocation was pushed, one that a revoked token delegated, and a quarantined agent", async () => {
    const { send, plane } = await setUp();
    const jti = newId();
    plane.issue("hop", { act: [{ sub: newId(), jti }] });
    expect((await send(call, { authorization: "Bearer hop" })).status).toBe(200);
    plane.change({ revoked: { [jti]: "2099-01-01T00:00:00.000Z" } });
    expect((await send(call, { authorization: "Bearer hop" })).status).toBe(401);
    plane.change({ agents: { [AGENT]: agentFacts({ status: "QUARANTINED" }) } });
    expect(await send(call)).toMatchObject({ status: 403, body: { error: "agent_quarantined" } });
  });

  it("discards an admission that is older than the stream and asks again", async () => {
    const { send, plane } = await setUp();
    const admit = plane.admit.bind(plane);
    let asked = 0;
    plane.admit = async (request) => {
      const answer = await admit(request);
      return ++asked === 1 ? { ...answer, state_version: 0 } : answer;
    };
    expect((await send(call)).status).toBe(200);
    expect(asked).toBe(2);
  });

  it("records identical refusals of one agent within a second as one with a count", async () => {
    stopTimers();
    const { send, records, edge, plane } = await setUp();
    plane.change({ agents: { [AGENT]: agentFacts({ status: "QUARANTINED" }) } });
    const answers = [];
    for (let index = 0; index < 5; index++) answers.push(await send(call, { "x-request-id": `q-${index}` }));
    await edge.close();
    expect(refusals(records).map(({ count }) => count)).toEqual([1, 4]);
    const rows = refusals(records).map(({ request_id }) => auditIdOf(TENANT, request_id));
    expect(answers.map(({ body }) => body.meta?.audit_id)).toEqual([rows[0], rows[1], rows[1], rows[1], rows[1]]);
  });
});

describe("a refusal by decide", () => {
  it.each([
    ["request_id_reused", true],
    ["internal", true],
    ["invalid_token", false],
  ] as const)("without a row, %s: recorded by the edge: %s", async (code, isRecorded) => {
    const { send, records, plane } = await setUp();
    plane.decideWith = () => ({ verdict: "refuse", code, data: null, audit_id: null });
    const answer = await send(call, { "x-request-id": "again" });
    expect(refusals(records).map((record) => [record.code, record.request_id])).toEqual(
      isRecorded ? [[code, "again"]] : [],
    );
    expect(answer.body.meta?.audit_id).toBe(isRecorded ? auditIdOf(TENANT, "again") : undefined);
  });

  it("for a request id that is used up is one of that id alone", async () => {
    stopTimers();
    const { send, records, edge, plane } = await setUp();
    plane.decideWith = () => ({ verdict: "refuse", code: "request_id_reused", data: null, audit_id: null });
    for (const id of ["a", "b", "a", "b", "a"]) await send(call, { "x-request-id": id });
    await edge.close();
    expect(refusals(records).map(({ request_id, count }) => [request_id, count])).toEqual([
      ["a", 1],
      ["b", 1],
      ["a", 2],
      ["b", 1],
    ]);
  });

  it("that has a row gets no second one", async () => {
    const { send, records, plane } = await setUp();
    const audit_id = newId();
    plane.decideWith = () => ({ verdict: "refuse", code: "policy_denied", data: null, audit_id });
    expect((await send(call)).body.meta?.audit_id).toBe(audit_id);
    expect(refusals(records)).toEqual([]);
  });
});

it("keeps in the row of repeats what any of them was found for", async () => {
  const records: EdgeRecord[] = [];
  const keeper = new RecordKeeper({ put: async (record) => void records.push(record) } as RecordSink);
  const log = new RefusalLog(TENANT, keeper, { now: () => 0, monotonic: () => 0 });
  const caller = { jti: newId(), agentId: AGENT };
  const refuse = (findings: readonly FindingCode[]) =>
    log.note({
      requestId: newId(),
      code: "malformed_body",
      caller,
      toolName: "echo",
      payloadHash: null,
      findings,
      findingDetails: [],
      timeline: [],
    });
  await refuse([]);
  await refuse(["destructive_sql"]);
  await refuse(["path_traversal", "destructive_sql"]);
  await log.close();
  expect(records[1]).toMatchObject({ count: 2, findings: ["destructive_sql", "path_traversal"] });
});

describe("limits and bodies", () => {
  it("refuses a limit that is used up until it is reset", async () => {
    const { send, plane } = await setUp();
    const until = new Date(Date.now() + 60_000).toISOString();
    const used = { limit_type: "agent_cost", scope: "agent", agent_id: AGENT, until } as const;
    plane.change({ limits: { requests_per_second: 10, burst: 20, exhausted: [used] } });
    const answer = await send(call, { "x-request-id": "limited" });
    expect(answer).toMatchObject({
      status: 429,
      body: {
        error: "Rate limit exceeded",
        data: { limit_type: "agent_cost", scope: "agent", audit_id: auditIdOf(TENANT, "limited") },
      },
    });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(55);
  });

  it("sheds a flood early, and never below the tenant's own burst", async () => {
    const { send, plane } = await setUp({ options: { clock: STANDING } });
    plane.change({ limits: { requests_per_second: 5, burst: 10, exhausted: [] } });
    const statuses = [];
    for (let index = 0; index < 40; index++) statuses.push((await send(call)).status);
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(10);
    expect(statuses).toContain(429);
  });

  it.each([1e-12, Number.MIN_VALUE])("sheds a flood at %d requests per second", async (rate) => {
    const { send, plane } = await setUp({ options: { clock: STANDING } });
    plane.change({ limits: { requests_per_second: rate, burst: 1, exhausted: [] } });
    const statuses = [];
    for (let index = 0; index < 4; index++) statuses.push((await send(call)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it("refuses new calls while the buffer is full", async () => {
    const { send, records } = await setUp();
    records.room = false;
    expect(await send(call)).toMatchObject({ status: 503, body: { error: "buffer_full" } });
  });

  it("runs no tool while a record waits in memory for a disk that takes nothing, and serves again when it does", async () => {
    let runs = 0;
    const { send, records } = await setUp({ tools: functionTools({ echo: () => ++runs }) });
    records.broken = true;
    // That the disk is full shows when a record is to be written, and then its tool has run.
    // Whoever repeats it without a key would run the tool again.
    expect(await send(call)).toMatchObject({
      status: 503,
      body: {
        error: "store_unavailable",
        meta: { retryable: false, hint: expect.stringContaining("do not repeat it") },
      },
    });
    for (let index = 0; index < 20; index++) {
      expect(await send(call)).toMatchObject({ status: 503, body: { error: "buffer_full" } });
    }
    expect(runs).toBe(1);
    records.broken = false;
    await expect.poll(async () => (await send(call)).status).toBe(200);
    expect(executions(records)).toHaveLength(runs);
  });

  it.each([
    [400, "malformed_body", "not json"],
    [400, "malformed_body", Uint8Array.of(0x22, 0xff, 0x22)],
    [400, "duplicate_json_key", '{"tool_name":"echo","payload":{"a":1,"a":2}}'],
    [400, "json_too_deep", `{"tool_name":"echo","payload":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`],
    [400, "invalid_tool_name", '{"tool_name":"ec\\u200bho"}'],
    [413, "payload_too_large", `{"tool_name":"echo","payload":{"a":"${"x".repeat(4 * 1024 * 1024)}"}}`],
    [422, "Validation failed", "[]"],
    [422, "Validation failed", '{"tool_name":"echo","payload":[]}'],
  ])("%i %s", async (status, error, body) => {
    const { send, records, plane } = await setUp();
    expect(await send(body)).toMatchObject({ status, body: { error } });
    expect(plane.questions).toEqual([]);
    expect(refusals(records)).toHaveLength(1);
  });

  it.each([
    ["letters", "x".repeat(4 * 1024 * 1024 - 8)],
    ["letters of two bytes", "é".repeat(2 * 1024 * 1024 - 4)],
  ])(
    "has a payload of 4 MiB of %s judged beside the longest of the rest, and refuses one byte more",
    async (_of, text) => {
      const entries = Array.from({ length: 16 }, (_, at) => [`${at}`.padEnd(64, "k"), "v".repeat(500)]);
      const call = (payload: unknown) => ({ tool_name: "echo", payload, metadata: Object.fromEntries(entries) });
      const within = await setUp();
      await within.send(call({ a: text }));
      expect(within.plane.questions).toMatchObject([{ payload_bytes: 4 * 1024 * 1024 }]);
      const beyond = await setUp();
      expect(await beyond.send(call({ a: `${text}x` }))).toMatchObject({
        status: 413,
        body: { error: "payload_too_large" },
      });
      expect(beyond.plane.questions).toEqual([]);
    },
  );

  it("has a call of a tool that is nowhere judged first, and refuses it only where it would run", async () => {
    const { send, plane, records } = await setUp();
    expect(await send({ tool_name: "Other" })).toMatchObject({ status: 404, body: { error: "tool_not_found" } });
    expect(plane.questions).toMatchObject([{ tool_name: "other" }]);
    expect(executions(records)).toMatchObject([{ outcome: "failed", code: "tool_not_found", dispatched: false }]);
  });

  it("names each wrong field with type, loc, msg and input", async () => {
    const { send } = await setUp();
    const { body } = await send({ payload: [], extra: 1 });
    expect(body.meta?.details).toEqual([
      { type: "missing", loc: ["body", "tool_name"], msg: "Field required", input: null },
      { type: "object_type", loc: ["body", "payload"], msg: expect.any(String), input: [] },
      { type: "extra_forbidden", loc: ["body", "extra"], msg: expect.any(String), input: 1 },
    ]);
  });

  it("reads a payload of 512 levels and passes on that it is deep", async () => {
    const { send, plane } = await setUp({ tools: functionTools({ echo: () => "ok" }) });
    const deep = `{"tool_name":"echo","payload":{"a":${"[".repeat(511)}${"]".repeat(511)}}}`;
    expect((await send(deep)).status).toBe(200);
    expect(plane.questions[0]?.findings.map(({ code }) => code)).toContain("deep_json");
  });
});

describe("input that nobody vouches for", () => {
  const bodies = fc.oneof(
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
    fc.jsonValue().map((payload) => Buffer.from(JSON.stringify({ tool_name: "echo", payload }))),
    fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((payload) => Buffer.from(JSON.stringify({ tool_name: "echo", payload }))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '{"tool_name":"echo","payload":{"__proto__":{"polluted":true},"constructor":{"prototype":1}}}',
        '{"tool_name":"echo","payload":{"a":"\\ud800"}}',
        '{"tool_name":"echo\\u0000"}',
        '{"tool_name":"__proto__"}',
        '{"tool_name":"echo","payload":{"n":1e400}}',
      )
      .map((text) => Buffer.from(text)),
  );

  it("never comes to a 500, and never to a tool other than by a permit", async () => {
    const { send, plane, records } = await setUp({ options: { clock: STANDING } });
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const { status } = await send(new Uint8Array(body));
        expect([200, 400, 404, 422]).toContain(status);
      }),
      { numRuns: 300 },
    );
    expect(executions(records)).toHaveLength(plane.questions.length);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("is refused by its place where a number is beyond what programs hold", async () => {
    const { send, plane } = await setUp();
    for (const number of ["1e400", "-1e999", "9".repeat(310)]) {
      const answer = await send(`{"tool_name":"echo","payload":{"a":[0,{"n":${number}}]}}`);
      expect(answer).toMatchObject({ status: 400, body: { error: "malformed_body" } });
      expect(answer.body.meta?.hint).toMatch(/"\/payload\/a\/1\/n".*as a string/);
    }
    expect(plane.questions).toEqual([]);
  });

  it("is refused when an embedding program passes values that are not JSON", async () => {
    const { edge, headers } = await setUp();
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const payload of [
      cycle,
      { f: () => 1 },
      { n: 10n ** 400n },
      { n: Number.NaN },
      { u: undefined },
      { d: new Date() },
    ]) {
      const body = { value: { tool_name: "echo", payload } };
      const answer = seen(await edge.execute({ body, headers, address: "::1" }));
      expect(answer.status).toBe(400);
    }
  });

  it("takes a name in the body beside the path's where both are the same name, else says what to do", async () => {
    const { edge, headers } = await setUp();
    const named = async (tool_name: string) =>
      seen(await edge.execute({ body: { value: { tool_name } }, toolNameInPath: "Echo", headers, address: "::1" }));
    expect((await named("ECHO ")).status).toBe(200);
    const refused = await named("echo2");
    expect(refused).toMatchObject({ status: 422, body: { error: "Validation failed" } });
    expect(refused.body.meta?.details).toEqual([
      { type: "name_mismatch", loc: ["body", "tool_name"], msg: expect.stringContaining("path"), input: "echo2" },
    ]);
  });

  it("may be nothing where the path names the tool, and nowhere else", async () => {
    const { edge, headers, send } = await setUp();
    const request = { body: new Uint8Array(), toolNameInPath: "echo", headers, address: "::1" };
    expect(seen(await edge.execute(request))).toMatchObject({ status: 200, body: { data: { result: {} } } });
    expect(await send("")).toMatchObject({ status: 400, body: { error: "malformed_body" } });
  });
});
