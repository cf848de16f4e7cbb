import { createHash, randomUUID } from "node:crypto";
import { getEventListeners } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditIdOf } from "@portcullis/core";
import { eachDatabase, isRefusedForLoad, repeatWhileBusy, waitFor } from "@portcullis/testkit";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { bumpStateVersion } from "../../db/state.js";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "../../decision/decision-fixture.js";
import { TenantFactsCache } from "../../decision/facts/tenant-facts.js";
import { DecisionService } from "../../decision/service.js";
import { createMetrics } from "../../http/metrics.js";
import { ChainVerifier } from "../../ledger/chain-verifier.js";
import type { Services } from "../../services.js";
import { EdgeSessions } from "../../tokens/edge-sessions.js";
import { SessionWatch } from "../../tokens/session-watch.js";
import { createTokenService } from "../../tokens/token-service.js";
import { SyncHub } from "../edge/index.js";
import { WaitingChanges } from "../registry/index.js";
import { ExecutionHome } from "./execution-home.js";
import { openHomeTools } from "./home-tools.js";
import { createLocalRecords, createLocalUplink } from "./local-uplink.js";

eachDatabase("ExecutionHome", (database) => {
  let fixture: DecisionFixture;
  let services: Services;
  let home: ExecutionHome;
  let upstream: Server;
  let calls = 0;

  let folder: string;
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      calls += 1;
      let text = "";
      request.on("data", (part) => {
        text += part;
      });
      request.on("end", () => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ echo: JSON.parse(text), contact: "jane.doe@example.com", calls }));
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/search`;
    folder = await mkdtemp(join(tmpdir(), "portcullis-tools-"));
    const file = join(folder, "tools.json");
    await writeFile(file, JSON.stringify({ tools: ["search", "pay"].map((name) => ({ name, url })) }));

    fixture = await openDecisionFixture(database.url);
    const { store, keys, ledger } = fixture;
    const config = readConfig({});
    const log = pino({ level: "silent" });
    const facts = new TenantFactsCache({ store });
    const tokens = createTokenService(store, keys, config.tokenLifetimeMs);
    const sessions = new SessionWatch(store, log);
    services = {
      config,
      log,
      store,
      keys,
      ledger,
      verifier: new ChainVerifier({ databaseUrl: database.url, store, keys }),
      facts,
      decisions: new DecisionService({ store, ledger, facts, config }),
      tokens,
      edgeSessions: new EdgeSessions(store, tokens),
      sessions,
      sync: new SyncHub({ store, facts, sessions, log, redactionKeyOf: () => "k".repeat(32) }),
      waitingChanges: new WaitingChanges(),
      metrics: createMetrics(),
    };
    home = new ExecutionHome({ services, tools: openHomeTools(file, {}) });
  });
  afterAll(async () => {
    await home?.close(0);
    await services.sync.close();
    await services.decisions.close();
    services.facts.close();
    await fixture.store.close();
    await new Promise((resolve) => upstream.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  const tokenOf = async (world: World) => {
    const { token } = await fixture.store.write(world.tenantId, async (tx) => {
      const credential = await tx.query
        .selectFrom("agent_credentials")
        .select("id")
        .where("tenant_id", "=", world.tenantId)
        .executeTakeFirstOrThrow();
      return services.tokens.issueAgent(tx, {
        id: world.agentId,
        credentialId: credential.id,
        grants: [{ tool_name: "search", action: "ALLOW" }],
        hops: [],
        endsByMs: null,
      });
    });
    return token;
  };
  const executeOnce = async (
    world: World,
    token: string,
    body: unknown,
    headers: Record<string, string | undefined> = {},
  ) => {
    const answer = await home.execute({
      body: new TextEncoder().encode(JSON.stringify(body)),
      headers: {
        authorization: `Bearer ${token}`,
        "x-tenant-id": world.tenantId,
        "x-agent-id": world.agentId,
        "content-type": "application/json",
        ...headers,
      },
      address: "127.0.0.1",
    });
    return { ...answer, body: answer.body.value };
  };
  const execute = (...call: Parameters<typeof executeOnce>) => repeatWhileBusy(() => executeOnce(...call));

  it("runs a granted tool, redacts its answer, and has the row before it answers", async () => {
    const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: 250_000_000n }] });
    const token = await tokenOf(world);
    let requestId = "";
    const answer = await repeatWhileBusy(() => {
      requestId = randomUUID();
      const body = { tool_name: "search", payload: { q: "weather" } };
      return executeOnce(world, token, body, { "x-request-id": requestId });
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { action: "allow", tool_status: 200, cost_usd: "0.25", result: { echo: { q: "weather" } } },
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain("jane.doe@example.com");
    const row = await fixture.store.read(world.tenantId, (db) =>
      db.query
        .selectFrom("audit_logs")
        .selectAll()
        .where("tenant_id", "=", world.tenantId)
        .where("id", "=", auditIdOf(world.tenantId, requestId))
        .executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ outcome: "allowed", billable: 1, amount_nano: 250_000_000n });
    expect((JSON.parse(row.stages ?? "") as [stage: string][]).map(([stage]) => stage)).toEqual([
      "kill_switch",
      "auth",
      "rate_limit",
      "inference",
      "policy",
      "behavior",
      "decision",
      "autonomy",
      "execution",
      "output_filter",
      "audit",
    ]);
  });

  it("refuses what is not granted with the decision envelope, and never calls the tool", async () => {
    const world = await fixture.createWorld();
    const before = calls;
    const answer = await execute(world, await tokenOf(world), { tool_name: "pay", payload: {} });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: "policy_denied", data: { action: "deny", rule_id: "agent.deny.tool_not_granted" } },
    });
    expect(calls).toBe(before);
  });

  it("runs a call with an idempotency key once, however often it is sent", async () => {
    const world = await fixture.createWorld();
    const token = await tokenOf(world);
    const before = calls;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        execute(world, token, { tool_name: "search", payload: { q: 1 } }, { "x-idempotency-key": "once" }),
      ),
    );
    expect(calls).toBe(before + 1);
    const bodies = new Set(
      answers.map((answer) => createHash("sha256").update(JSON.stringify(answer.body.data)).digest("hex")),
    );
    expect(bodies.size).toBe(1);
  });

  it("runs one of several calls that come with the same request id, and refuses the others", async () => {
    const world = await fixture.createWorld();
    const token = await tokenOf(world);
    const callTogether = async () => {
      const before = calls;
      const headers = { "x-request-id": randomUUID() };
      const call = (q: number) => executeOnce(world, token, { tool_name: "search", payload: { q } }, headers);
      const answers = await Promise.all(Array.from({ length: 8 }, (_, q) => call(q)));
      expect(calls).toBeLessThanOrEqual(before + 1);
      return !answers.some(isRefusedForLoad) && { answers, ran: calls - before };
    };
    const { answers, ran } = await waitFor(callTogether, { what: "calls to be decided in time" });
    expect(ran).toBe(1);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it("says in the log that a record of its own was refused", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    const world = await fixture.createWorld();
    const call = world.call();
    const [permit] = await services.decisions.decide(world.tenantId, world.instance, [call]);
    if (permit?.verdict !== "permit") throw new Error("not permitted");
    const records = createLocalRecords({ ...services, log }, world.tenantId, randomUUID());
    await records.put(recordOf(call, permit));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { tenant_id: world.tenantId, request_id: call.request_id, reason: "permit_of_another_instance" },
    ]);
  });

  it("leaves nothing at the signal of a stream that could not be opened", async () => {
    const stop = new AbortController();
    const uplink = createLocalUplink(services, randomUUID(), randomUUID());
    await expect(uplink.sync(() => {}, stop.signal)).rejects.toThrow();
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  it("refuses once the kill switch is engaged", async () => {
    const world = await fixture.createWorld();
    const token = await tokenOf(world);
    expect((await execute(world, token, { tool_name: "search" })).status).toBe(200);
    const version = await fixture.store.write(world.tenantId, async (tx) => {
      await tx.query
        .updateTable("tenant_states")
        .set({ kill_engaged: 1, kill_engaged_at: tx.nowMs, kill_engaged_by: "someone", kill_reason: "drill" })
        .where("tenant_id", "=", world.tenantId)
        .execute();
      return bumpStateVersion(tx);
    });
    await fixture.store.announce(world.tenantId);
    const waited = await services.sync.waitForAcknowledgement(world.tenantId, version, 60_000);
    expect(waited).toEqual({ acknowledged: 1, pending: [] });
    expect(await execute(world, token, { tool_name: "search" })).toMatchObject({
      status: 403,
      body: { error: "kill_switch_engaged", data: { reason: "drill" } },
    });
  });

  it("answers for tenants and headers that it does not know as stage 1 does", async () => {
    const world = await fixture.createWorld();
    const token = await tokenOf(world);
    const to = (headers: Record<string, string | undefined>) => execute(world, token, { tool_name: "search" }, headers);
    expect(await to({ "x-tenant-id": undefined })).toMatchObject({
      status: 400,
      body: { error: "X-Tenant-ID header required" },
    });
    expect(await to({ "x-tenant-id": "acme" })).toMatchObject({ status: 400, body: { error: "Invalid Tenant UUID" } });
    expect(await to({ "x-tenant-id": randomUUID() })).toMatchObject({
      status: 401,
      body: { error: "tenant_mismatch" },
    });
    expect(await to({ authorization: undefined, "x-tenant-id": randomUUID() })).toMatchObject({ status: 401 });
  });
});
