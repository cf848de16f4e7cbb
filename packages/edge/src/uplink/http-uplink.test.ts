import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type DecideCall, httpTool, Refusal, type SyncEvent } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import { anyDecideCall } from "@portcullis/testkit";
import { describe, expect, it, vi } from "vitest";
import { openRecordBuffer } from "../buffer-sqlite/index.js";
import { combineTools } from "../combine-tools.js";
import { createEdge } from "../edge.js";
import type { EdgeServer } from "../testing/edge-server.js";
import { AGENT, permitFor, TENANT } from "../testing/local-control-plane.js";
import { testRecord } from "../testing/records.js";
import { turnsUntil, useTestUplinks } from "../testing/test-uplink.js";
import { createHttpTools } from "../upstream-http/index.js";

const { setUp, stopTime, afterTest } = useTestUplinks();

/** Longer than any test: whoever waited for an answer that never comes would not end. */
const FOREVER_MS = 3_600_000;

/** Lets requests to a path arrive, and answers none; resolves when one is there. */
function silence(server: EdgeServer, path: string): Promise<void> {
  return new Promise((arrived) => {
    server.travel = (taken) => {
      if (taken !== path) return Promise.resolve();
      arrived();
      return new Promise(() => {});
    };
  });
}

const isWithdrawn = () => false;

describe("the uplink's session", () => {
  it("exchanges the API key once, however much is asked at once", async () => {
    const { server, uplink } = await setUp();
    expect(await uplink.connect()).toEqual({ tenantId: TENANT });
    await Promise.all(Array.from({ length: 50 }, () => uplink.decide(anyDecideCall(), isWithdrawn)));
    expect(server.sessions).toBe(1);
  });

  it("opens a new one and asks once more when the control plane does not know it", async () => {
    const { server, uplink } = await setUp();
    await uplink.connect();
    server.valid.clear();
    expect((await uplink.decide(anyDecideCall(), isWithdrawn)).answer.verdict).toBe("permit");
    expect(server.sessions).toBe(2);
  });

  it("refuses with the control plane's word for a bad key, without offering it again at once", async () => {
    const { uplink } = await setUp({ apiKey: "acp_bad" });
    await expect(uplink.connect()).rejects.toMatchObject({ code: "invalid_api_key" });
    await expect(uplink.sessionHeaders()).rejects.toMatchObject({ code: "invalid_api_key" });
  });

  it.each([
    ["API key", "invalid_api_key", { apiKey: "acp_bad" }],
    ["session", "invalid_edge_session", {}],
  ])("tells callers that the control plane is away when it refuses this edge's own %s", async (_, code, options) => {
    const { server, uplink } = await setUp(options);
    // Each session is over as soon as it is opened.
    server.valid.add = () => server.valid;
    const message = `The control plane refuses this edge: ${code}.`;
    const away = { code: "control_plane_unreachable", message };
    await expect(uplink.decide(anyDecideCall(), isWithdrawn)).rejects.toMatchObject(away);
    const admission = { token: "t", tenant_id: TENANT, address: "127.0.0.1" };
    await expect(uplink.admit(admission, AbortSignal.timeout(60_000))).rejects.toMatchObject(away);
  });
});

describe("decide", () => {
  it("sends what is queued while requests are on their way as one", async () => {
    const { server, uplink } = await setUp({ maxDecideRequests: 1 });
    let release: () => void = () => {};
    server.gate = new Promise((resolve) => (release = resolve));
    const first = uplink.decide(anyDecideCall(), isWithdrawn);
    await vi.waitFor(() => expect(server.batches).toHaveLength(1), 20_000);
    const calls = Array.from({ length: 40 }, () => anyDecideCall());
    const rest = calls.map((call) => uplink.decide(call, isWithdrawn));
    release();
    await first;
    const answers = await Promise.all(rest);
    expect(server.batches.map((batch) => batch.length)).toEqual([1, 40]);
    answers.forEach(({ answer }, index) => {
      expect(answer).toMatchObject({ decision: { receipt_url: expect.any(String) } });
      expect(answer).toEqual(
        expect.objectContaining({ audit_id: (permitFor(calls[index] as DecideCall) as { audit_id: string }).audit_id }),
      );
    });
  });

  it("sends together what is asked in one turn of the loop, of whichever connections", async () => {
    const { server, uplink } = await setUp();
    await uplink.connect();
    // As callbacks of sockets that are readable at the same time: microtasks run between them.
    const asked = Array.from({ length: 5 }, async () => {
      await nextTurn();
      return uplink.decide(anyDecideCall(), isWithdrawn);
    });
    const answers = await Promise.all(asked);
    expect(server.batches.map((batch) => batch.length)).toEqual([5]);
    expect(answers.every(({ answer }) => answer.verdict === "permit")).toBe(true);
  });

  it("leaves beside a request that is slow", async () => {
    const { server, uplink } = await setUp();
    let release: () => void = () => {};
    server.gate = new Promise((resolve) => (release = resolve));
    const first = uplink.decide(anyDecideCall(), isWithdrawn);
    await vi.waitFor(() => expect(server.batches).toHaveLength(1), 20_000);
    const second = uplink.decide(anyDecideCall(), isWithdrawn);
    await vi.waitFor(() => expect(server.batches).toHaveLength(2), 20_000);
    release();
    expect((await Promise.all([first, second])).map(({ answer }) => answer.verdict)).toEqual(["permit", "permit"]);
  });

  it.each([
    { before: 1, tooFew: 7, enough: 8 },
    { before: 64, tooFew: 20, enough: 60 },
  ])("leaves beside $before on their way once $enough wait, not with $tooFew", async ({ before, tooFew, enough }) => {
    const { server, uplink } = await setUp();
    await uplink.connect();
    stopTime();
    let release: () => void = () => {};
    server.gate = new Promise((resolve) => (release = resolve));
    const ask = (count: number) => Array.from({ length: count }, () => uplink.decide(anyDecideCall(), isWithdrawn));
    const sizes = () => server.batches.map((batch) => batch.length);
    const first = ask(before);
    await turnsUntil(() => server.batches.length === 1);
    const few = ask(tooFew);
    // What had left would be there before the answer to a request that left after it.
    await uplink.report([], AbortSignal.timeout(20_000));
    expect(sizes()).toEqual([before]);
    const more = ask(enough - tooFew);
    await turnsUntil(() => server.batches.length === 2);
    expect(sizes()).toEqual([before, enough]);
    release();
    const answers = await Promise.all([...first, ...few, ...more]);
    expect(answers.every(({ answer }) => answer.verdict === "permit")).toBe(true);
  });

  it("asks again when the store is away, and counts the permit's life from the first time", async () => {
    const { server, uplink } = await setUp();
    await uplink.connect();
    server.failNext = [new Refusal("store_unavailable"), new Refusal("store_unavailable")];
    const { answer, sentAtMs } = await uplink.decide(anyDecideCall(), isWithdrawn);
    expect(answer.verdict).toBe("permit");
    // Two pauses of at least 12 and 25 ms lie between the first time and the answer.
    expect(performance.now() - sentAtMs).toBeGreaterThan(35);
  });

  it("is unreachable once it is withdrawn and no answer came", async () => {
    const { uplink, server } = await setUp();
    server.failNext = Array.from({ length: 100 }, () => new Refusal("store_unavailable"));
    const isAskedTwice = () => server.failNext.length < 99;
    await expect(uplink.decide(anyDecideCall(), isAskedTwice)).rejects.toMatchObject({
      code: "control_plane_unreachable",
    });
    expect(server.failNext).toHaveLength(98);
  });

  it("does not let one call that cannot be read refuse the others of its batch", async () => {
    const { server, uplink } = await setUp();
    server.answerDecide = (calls) => {
      if (calls.some(({ tool_name }) => tool_name === "bad")) throw new Refusal("validation_failed");
      return calls.map((call) => permitFor(call));
    };
    const results = await Promise.allSettled([
      uplink.decide(anyDecideCall(), isWithdrawn),
      uplink.decide(anyDecideCall({ tool_name: "bad" }), isWithdrawn),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the sync stream", () => {
  it("brings events, and opens a new stream with a new snapshot when one ends", async () => {
    const { server, uplink } = await setUp();
    const events: SyncEvent[] = [];
    const stop = new AbortController();
    const following = uplink.sync((event) => events.push(event), stop.signal);
    await vi.waitFor(() => expect(events).toHaveLength(1), 20_000);
    const [stream] = server.streams;
    if (stream === undefined) throw new Error("no stream");
    server.send(stream, { event: "change", data: { state_version: 2 } });
    stream.write("event: news-from-the-future\ndata: {}\n\n: comment\n\n");
    server.send(stream, { event: "heartbeat", data: { state_version: 2, at: "2026-01-01T00:00:00.000Z" } });
    await vi.waitFor(
      () => expect(events.map(({ event }) => event)).toEqual(["snapshot", "change", "heartbeat"]),
      20_000,
    );
    stream.destroy();
    await vi.waitFor(() => expect(events).toHaveLength(4), 20_000);
    expect(events[3]?.event).toBe("snapshot");
    stop.abort();
    await following;
  });

  it("is given up when it is silent, and opened anew", async () => {
    const { server, uplink } = await setUp();
    const stop = new AbortController();
    const following = uplink.sync(() => undefined, stop.signal);
    await vi.waitFor(() => expect(server.streams).toHaveLength(2), 20_000);
    stop.abort();
    await following;
  });

  it("acknowledges the newest state at once", async () => {
    const { server, uplink } = await setUp();
    for (const version of [3, 4, 5]) uplink.acknowledge(version);
    await vi.waitFor(() => expect(server.acknowledged.at(-1)).toBe(5), 20_000);
  });
});

describe("an edge over this uplink", () => {
  it("runs a real tool and its record reaches the control plane", async () => {
    const { server, uplink, buffer } = await setUp();
    const tool = createServer((_, response) =>
      response.setHeader("content-type", "application/json").end('{"mail":"ann@example.com"}'),
    );
    await new Promise<void>((resolve) => tool.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/`;
    const tools = combineTools(createHttpTools([httpTool.parse({ name: "Echo", url })], { allowPrivate: true }));
    const edge = createEdge({ tenantId: TENANT, home: "sidecar", instance: newId(), uplink, records: buffer, tools });
    afterTest(async () => {
      await edge.close();
      await tools.close();
      tool.closeAllConnections();
      await new Promise((resolve) => tool.close(resolve));
    });
    await edge.ready();
    const headers = {
      "content-type": "application/json",
      "x-tenant-id": TENANT,
      authorization: "Bearer agent-token",
      "x-agent-id": AGENT,
      "x-request-id": "e2e",
    };
    const answer = await edge.execute({ body: Buffer.from('{"tool_name":"ECHO"}'), headers, address: "::1" });
    expect(answer).toMatchObject({
      status: 200,
      body: { value: { data: { result: { mail: expect.not.stringContaining("@") }, tool_status: 200 } } },
    });
    await vi.waitFor(() => expect(server.records).toMatchObject([{ request_id: "e2e", outcome: "allowed" }]), 20_000);
    expect(server.acknowledged).toContain(1);
  });
});

describe("the end of the uplink", () => {
  it.each(["/edge/records", "/edge/session"])(
    "comes though %s is never answered, and what was not delivered stays",
    async (path) => {
      const { server, uplink, buffer } = await setUp({ requestTimeoutMs: FOREVER_MS });
      const isSilent = silence(server, path);
      await buffer.put(testRecord());
      await isSilent;
      expect(await uplink.close(50)).toBe(false);
      expect(buffer.counts()).toMatchObject({ pending: 1, setApart: 0 });
    },
  );

  it("gives calls whose questions were given up on their records, before the buffer is closed", async () => {
    const { server, uplink, buffer, folder } = await setUp({ requestTimeoutMs: FOREVER_MS });
    const options = { tenantId: TENANT, home: "embedded", instance: newId(), decisionTimeoutMs: 50 } as const;
    const edge = createEdge({ ...options, uplink, records: buffer, tools: combineTools() });
    await edge.ready();
    void silence(server, "/edge/decide");
    const headers = {
      "content-type": "application/json",
      "x-tenant-id": TENANT,
      authorization: "Bearer agent-token",
      "x-agent-id": AGENT,
    };
    const call = { body: Buffer.from('{"tool_name":"echo"}'), headers, address: "::1" };
    const answers = await Promise.all(Array.from({ length: 3 }, () => edge.execute(call)));
    expect(answers.map(({ status }) => status)).toEqual([504, 504, 504]);
    await edge.close();
    expect(await uplink.close(0)).toBe(false);
    buffer.close();
    expect(edge.status().recordsInMemory).toBe(0);
    const next = openRecordBuffer({ folder, instance: newId() });
    const kept = next.take(10).map(({ text }) => JSON.parse(text) as { kind: string; code: string; count: number });
    next.close();
    expect(kept.map(({ kind, code, count }) => [kind, code, count])).toEqual(
      Array(3).fill(["refusal", "decision_timeout", 1]),
    );
  });
});
