import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DecideAnswer } from "@portcullis/contract";
import { auditIdOf, canonicalize, newId, sha256Hex } from "@portcullis/core";
import { createEdge, type Edge, type ToolRunner } from "@portcullis/edge";
import { openRecordBuffer, type RecordBuffer } from "@portcullis/edge/buffer-sqlite";
import { createHttpUplink, type HttpUplink } from "@portcullis/edge/uplink";
import { anyDecideCall, eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../../db/state.js";
import { recordOf } from "../../decision/decision-fixture.js";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

interface Sidecar {
  readonly edge: Edge;
  readonly uplink: HttpUplink;
  readonly buffer: RecordBuffer;
  close(): Promise<void>;
}

function refusalRecord() {
  return {
    kind: "refusal",
    record_id: newId(),
    request_id: newId(),
    code: "rate_limited",
    jti: newId(),
    agent_id: null,
    tool_name: null,
    payload_hash: null,
    findings: [],
    count: 1,
    at: new Date().toISOString(),
    timeline: [],
  };
}

eachDatabase("an edge over HTTP", (database) => {
  let fixture: HttpFixture;
  let apiKey: string;
  const sidecars: Sidecar[] = [];

  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
    const made = await fixture.call("ADMIN", "POST", "/api-keys", { body: { name: "sidecar", scopes: ["edge"] } });
    apiKey = (made.body.data as { key: string }).key;
  });
  afterAll(async () => {
    for (const sidecar of sidecars) await sidecar.close();
    await fixture.close();
  });

  const openSidecar = async (tools: ToolRunner, folder?: string): Promise<Sidecar> => {
    const instance = newId();
    const buffer = openRecordBuffer({ folder: folder ?? (await mkdtemp(join(tmpdir(), "edge-"))), instance });
    const uplink = createHttpUplink({ controlPlaneUrl: fixture.url, apiKey, instance, home: "sidecar", buffer });
    const { tenantId } = await uplink.connect();
    const edge = createEdge({ tenantId, home: "sidecar", instance, uplink, records: buffer, tools });
    await edge.ready();
    let isOpen = true;
    const sidecar = {
      edge,
      uplink,
      buffer,
      close: async () => {
        if (!isOpen) return;
        isOpen = false;
        await edge.close();
        await uplink.close();
        buffer.close();
      },
    };
    sidecars.push(sidecar);
    return sidecar;
  };
  const echo: ToolRunner = {
    has: () => true,
    run: async ({ payload }) => ({
      status: 200,
      content: { json: JSON.stringify({ echo: payload }) },
      bytes: 10,
      hash: "a".repeat(64),
    }),
    close: async () => {},
  };
  const execute = async ({ edge }: Sidecar, requestId: string, toolName = "echo") => {
    const answer = await edge.execute({
      body: new TextEncoder().encode(JSON.stringify({ tool_name: toolName, payload: { q: 1 } })),
      headers: {
        authorization: `Bearer ${fixture.tokens.agent}`,
        "x-tenant-id": fixture.made.tenantId,
        "x-agent-id": fixture.made.agent.id,
        "x-request-id": requestId,
        "content-type": "application/json",
      },
      address: "127.0.0.1",
    });
    return { ...answer, body: answer.body.value };
  };
  const rowOf = async (requestId: string) => {
    const id = auditIdOf(fixture.made.tenantId, requestId);
    return fixture.app.services.store.read(fixture.made.tenantId, (db) =>
      db.query
        .selectFrom("audit_logs")
        .selectAll()
        .where("tenant_id", "=", db.tenantId)
        .where("id", "=", id)
        .executeTakeFirst(),
    );
  };

  it("permits, runs and records a call, which becomes a row that names the instance", async () => {
    const sidecar = await openSidecar(echo);
    const requestId = randomUUID();
    expect(await execute(sidecar, requestId)).toMatchObject({
      status: 200,
      body: { data: { result: { echo: { q: 1 } } } },
    });
    await expect.poll(() => rowOf(requestId)).toBeDefined();
    const row = await rowOf(requestId);
    expect(row).toMatchObject({ outcome: "allowed", tool_name: "echo" });
    expect(JSON.parse(row?.content ?? "")).toMatchObject({ edge_statement: { dispatched: true } });
    expect(await execute(sidecar, requestId)).toMatchObject({ status: 409, body: { error: "request_id_reused" } });
  });

  it("is refused for a tool without a grant, with a row that is there at once", async () => {
    const sidecar = await openSidecar(echo);
    const requestId = randomUUID();
    expect(await execute(sidecar, requestId, "shell")).toMatchObject({ status: 403, body: { error: "policy_denied" } });
    expect(await rowOf(requestId)).toMatchObject({ decision: "deny", rule_id: "agent.deny.tool_not_granted" });
  });

  it("hands the records of a process that ended to the next one of its folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "edge-"));
    let beforeAnswer = async (): Promise<void> => {};
    const tools: ToolRunner = {
      ...echo,
      run: async (request, stop) => {
        await beforeAnswer();
        return echo.run(request, stop);
      },
    };
    const first = await openSidecar(tools, folder);
    // The uplink is gone before the call ends, so that the record stays in the folder.
    beforeAnswer = async () => {
      await first.uplink.close(0);
    };
    const requestId = randomUUID();
    expect(await execute(first, requestId)).toMatchObject({ status: 200 });
    expect(await rowOf(requestId)).toBeUndefined();
    await first.close();
    const second = await openSidecar(echo, folder);
    await expect.poll(() => rowOf(requestId)).toMatchObject({ outcome: "allowed" });
    expect(second.buffer.counts()).toMatchObject({ setApart: 0 });
  });

  it("stores the records that come with questions, each once, and acknowledges all of them by the time the edge has ended", async () => {
    const sidecar = await openSidecar(echo);
    for (const call of Array.from({ length: 5 }, () => newId())) {
      expect((await execute(sidecar, call)).status).toBe(200);
    }
    await sidecar.close();
    expect(sidecar.uplink.counts()).toMatchObject({ sent: 5, refused: 0 });
  });

  it("does nothing more for a session whose API key is revoked, though nobody announced it", async () => {
    const made = await fixture.call("ADMIN", "POST", "/api-keys", { body: { name: "short", scopes: ["edge"] } });
    const { id, key } = made.body.data as { id: string; key: string };
    const instance = newId();
    const opening = { api_key: key, instance, previous_instances: [], home: "sidecar", version: "1" };
    const opened = await fixture.call(undefined, "POST", "/edge/session", { body: opening, tenantId: null });
    const { session_token } = opened.body.data as { session_token: string };
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${fixture.url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${session_token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return response.status;
    };
    const definition = { name: "read", description: "Reads.", inputSchema: {} };
    const report = {
      tool_name: "late.read",
      definition_hash: sha256Hex(canonicalize(definition)),
      definition,
      findings: [],
    };
    const questions: [path: string, body: unknown][] = [
      ["/edge/decide", { calls: [anyDecideCall({ agent_id: fixture.made.agent.id })] }],
      ["/edge/decide", { calls: [anyDecideCall({ agent_id: fixture.made.agent.id })], records: [refusalRecord()] }],
      ["/edge/records", { records: [refusalRecord()], state_version: 0 }],
      ["/edge/records", { records: [], state_version: 999_999 }],
      ["/edge/records", { records: [], state_version: 0, tool_definitions: [report] }],
    ];
    expect(await post("/edge/decide", { calls: [anyDecideCall({ agent_id: fixture.made.agent.id })] })).toBe(200);
    const { store } = fixture.app.services;
    await store.write(fixture.made.tenantId, async (tx) => {
      await bumpStateVersion(tx);
      await tx.query
        .updateTable("api_keys")
        .set({ revoked_at: tx.nowMs })
        .where("tenant_id", "=", tx.tenantId)
        .where("id", "=", id)
        .execute();
    });
    for (const [path, body] of [...questions, ...questions]) {
      expect(await post(path, body), `${path} ${JSON.stringify(body).slice(0, 60)}`).toBe(401);
    }
    const left = await store.read(fixture.made.tenantId, async ({ query }) => ({
      tools: await query.selectFrom("tools").select("tool_name").where("tool_name", "=", "late.read").execute(),
      acknowledged: await query
        .selectFrom("edge_instances")
        .select("acknowledged_version")
        .where("instance", "=", instance)
        .executeTakeFirstOrThrow(),
    }));
    expect(left).toMatchObject({ tools: [], acknowledged: { acknowledged_version: 0 } });
  });

  it("of before gets and brings kept answers as values, one that takes text as text, and each has those of the other", async () => {
    const body = { api_key: apiKey, instance: newId(), home: "sidecar", version: "1" };
    const opened = await fixture.call(undefined, "POST", "/edge/session", { body });
    const session = (opened.body.data as { session_token: string }).session_token;
    const claims = Buffer.from(fixture.tokens.agent.split(".")[1] ?? "", "base64url").toString();
    const { jti } = JSON.parse(claims) as { jti: string };
    const ask = async (idempotency_key: string, more: object) => {
      const call = anyDecideCall({ agent_id: fixture.made.agent.id, tool_name: "echo", jti, idempotency_key });
      const asked = await fixture.call(session, "POST", "/edge/decide", { body: { calls: [call], ...more } });
      const [answer] = (asked.body.data as { answers: DecideAnswer[] }).answers;
      return { call, answer };
    };
    const envelope = (result: unknown) => ({ success: true, data: { result, n: 1 }, error: null, meta: null });
    const result = { page: "a page", numbers: [1, 2.5] };
    for (const brought of [
      { answer: { status: 200, body: envelope(result) } },
      { answer: { status: 200, body: envelope(null) }, answer_result: JSON.stringify(result) },
    ]) {
      const key = newId();
      const { call, answer } = await ask(key, { takes_text: true });
      if (answer?.verdict !== "permit") throw new Error(`A permit was expected: ${JSON.stringify(answer)}`);
      const records = [recordOf(call, answer, brought)];
      const kept = await fixture.call(session, "POST", "/edge/records", { body: { records, state_version: 0 } });
      expect(kept.body.data).toMatchObject({ acks: [{ status: "accepted" }] });
      const text = JSON.stringify(envelope(result));
      expect((await ask(key, { takes_text: true })).answer).toEqual({
        verdict: "replay",
        status: 200,
        code: null,
        text,
      });
      expect((await ask(key, {})).answer).toMatchObject({ verdict: "replay", status: 200, body: envelope(result) });
    }
  });

  it("is answered 422 for names and keys that no database holds alike, never 500", async () => {
    const body = { api_key: apiKey, instance: newId(), home: "sidecar", version: "1" };
    const opened = await fixture.call(undefined, "POST", "/edge/session", { body });
    const session = (opened.body.data as { session_token: string }).session_token;
    const definition = { definition_hash: sha256Hex("{}"), definition: {}, findings: [] };
    const ask = (changes: object) => ["/edge/decide", { calls: [{ ...anyDecideCall(), ...changes }] }] as const;
    const report = (more: object) => ["/edge/records", { records: [], state_version: 1, ...more }] as const;
    for (const [path, sent] of [
      ask({ tool_name: "a\0" }),
      ask({ idempotency_key: "a\0" }),
      ask({ approval_key: "a\0" }),
      report({ records: [{ ...refusalRecord(), tool_name: "a\0" }] }),
      report({ tool_definitions: [{ ...definition, tool_name: "a\0" }] }),
    ]) {
      expect(await fixture.call(session, "POST", path, { body: sent })).toMatchObject({ status: 422 });
    }
  });

  it("aborts and refuses when the kill switch is engaged, which answers once the edges know", async () => {
    let dispatched: () => void = () => {};
    const isRunning = new Promise<void>((resolve) => {
      dispatched = resolve;
    });
    const hanging: ToolRunner = {
      ...echo,
      run: (_request, { signal }) =>
        new Promise((_, reject) => {
          dispatched();
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    };
    const sidecar = await openSidecar(hanging);
    const requestId = randomUUID();
    const running = execute(sidecar, requestId);
    await isRunning;
    const path = `/decision/kill-switch/${fixture.made.tenantId}`;
    // It waits for edges only for a while, and may be asked again.
    const engage = () => fixture.call("SECURITY", "POST", path, { body: { reason: "drill" } });
    const answered = { status: 200, body: { data: { engaged: true, edges: { pending: [] } } } };
    await expect.poll(engage).toMatchObject(answered);
    expect(await running).toMatchObject({
      status: 403,
      body: { error: "kill_switch_engaged", data: { reason: "drill" } },
    });
    expect(await execute(sidecar, randomUUID())).toMatchObject({ status: 403, body: { error: "kill_switch_engaged" } });
    await expect.poll(() => rowOf(requestId)).toMatchObject({ outcome: "aborted" });
    expect((await fixture.call("SECURITY", "DELETE", path, { body: { reason: "over" } })).status).toBe(200);
  });
});
