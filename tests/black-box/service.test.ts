// The specification's sections Errors, Operations and Registry, and what every answer has: health, docs, metrics, headers,
// verbs, conflicts, and the sidecar as a local door.

import { randomUUID } from "node:crypto";
import { operationList } from "@portcullis/contract";
import { callPath, eachDatabase, execute, HOMES, sendRequest, useStack, waitFor } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

eachDatabase("service", (database) => {
  const stack = useStack(database);
  const users = () => stack().tenant.users;

  describe("operations", () => {
    test("GET /health is alive without credentials", async () => {
      expect((await stack().call("service.health")).data).toEqual({
        status: "ok",
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      });
    });
    test("GET /system/health lists the health of each service", async () => {
      const answer = await stack().call("service.systemHealth");
      expect(answer.data.status).toBe("healthy");
      expect(answer.data.services.length).toBeGreaterThan(0);
      expect(answer.data.services.every(({ healthy }) => healthy)).toBe(true);
    });
    test("GET /status tells the public status", async () => {
      expect((await stack().call("service.status")).data).toMatchObject({
        status: "operational",
        uptime_seconds: expect.any(Number),
      });
    });
    test("/metrics, /status and /system/health carry no tenant's name, id or agent, at both homes", async () => {
      for (const home of HOMES) await execute(stack(), home, "echo");
      const { tenant, otherTenant } = stack();
      for (const home of HOMES) {
        for (const path of ["/metrics", "/status", "/system/health"]) {
          const { status, text } = await callPath(stack().urlOf(home), "GET", path);
          expect(status, `${home} ${path}`).toBe(200);
          for (const secret of [
            tenant.id,
            otherTenant.id,
            "first-tenant-name",
            "second-tenant-name",
            tenant.agent.id,
            tenant.agent.name,
            users().ADMIN.email,
          ]) {
            expect(text, `${home} ${path}`).not.toContain(secret);
          }
        }
      }
    });
    test("/metrics is a Prometheus scrape that counts requests by operation and status", async () => {
      const answer = await stack().callPath("GET", "/metrics");
      expect(answer.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
      expect(answer.text).toMatch(/portcullis_http_requests_total\{[^}]*operation="service\.health"[^}]*\} \d+/);
    });
    test("/metrics has the same series of calls and stages at both homes, so that they can be added up", async () => {
      const seriesOf = async (home: (typeof HOMES)[number]) => {
        await execute(stack(), home, "echo");
        const { text } = await callPath(stack().urlOf(home), "GET", "/metrics");
        const lines = text.match(/^portcullis_(?:calls_total|(?:call|stage)_duration_seconds)\S*(?= )/gm) ?? [];
        return lines.filter((line) => /calls_total.*"200"|call_duration|stage="policy"/.test(line)).sort();
      };
      const [first, ...others] = await Promise.all(HOMES.map(seriesOf));
      expect(first).toContain('portcullis_calls_total{status="200",error=""}');
      for (const other of others) expect(other).toEqual(first);
    });
    test("/openapi.json is of the version that /health names", async () => {
      const { json: health } = await stack().callPath("GET", "/health");
      const { json } = await stack().callPath("GET", "/openapi.json");
      const { version } = (health as { data: { version: string } }).data;
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(json).toMatchObject({ info: { version } });
    });
    test("/openapi.json describes every operation by its id, in OpenAPI 3.1", async () => {
      const { json } = await stack().callPath("GET", "/openapi.json");
      const description = json as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
      expect(description.openapi).toMatch(/^3\.1\./);
      for (const { id, path, method } of operationList) {
        expect(description.paths[path]?.[method.toLowerCase()]?.operationId, `${method} ${path}`).toBe(id);
      }
    });
    test.each(["/docs", "/redoc"])("%s is a page that brings all that it needs from here", async (path) => {
      const answer = await stack().callPath("GET", path);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toMatch(/^text\/html/);
      expect(answer.headers["content-security-policy"]).toBeTruthy();
      const links = [...answer.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? "");
      expect(links.filter((link) => /^(https?:)?\/\//.test(link))).toEqual([]);
      for (const link of links.filter((one) => !one.startsWith("data:") && !one.startsWith("#"))) {
        const { pathname } = new URL(link, `http://x${path}`);
        expect((await stack().callPath("GET", pathname)).status, link).toBe(200);
      }
    });
  });

  describe("every answer", () => {
    test.each([
      ["GET", "/health", 200],
      ["GET", "/no/such/path", 404],
      ["DELETE", "/health", 405],
      ["GET", "/agents", 400],
    ] as const)(
      "%s %s (%i) has X-Request-ID and X-Trace-ID: the caller's, or new ones",
      async (method, path, status) => {
        const own = { "x-request-id": `mine-${randomUUID()}`, "x-trace-id": "trace-7" };
        const named = await stack().callPath(method, path, { headers: own });
        expect(named.status).toBe(status);
        expect(named.headers).toMatchObject(own);
        const fresh = await stack().callPath(method, path);
        expect(fresh.headers["x-request-id"]).toMatch(UUID);
        expect(fresh.headers["x-trace-id"]).toBeTruthy();
      },
    );
    test("an X-Request-ID of other characters is 400 invalid_request_id on any operation", async () => {
      for (const id of ["a b", "ä".normalize("NFD").replace(/[^ -~]/g, "/"), "x".repeat(129)]) {
        const answer = await stack().callPath("GET", "/health", { headers: { "x-request-id": id } });
        expect(answer, id).toMatchObject({ status: 400, error: "invalid_request_id" });
      }
    });
    test("an unknown path is 404 with the envelope and a detail", async () => {
      const answer = await stack().callPath("GET", "/no/such/path", { as: users().ADMIN });
      expect(answer).toMatchObject({
        status: 404,
        body: { success: false, data: null, error: "route_not_found", detail: expect.any(String) },
      });
    });
    test("a wrong verb is 405 with Allow", async () => {
      const answer = await stack().callPath("PUT", "/agents", { as: users().ADMIN });
      expect(answer).toMatchObject({ status: 405, error: "method_not_allowed" });
      expect(answer.headers.allow?.split(", ")).toEqual(expect.arrayContaining(["GET", "POST"]));
    });
    test("HEAD answers like GET, without a body", async () => {
      const answer = await stack().callPath("HEAD", "/health");
      expect(answer).toMatchObject({ status: 200, text: "" });
    });
    test("a body over 1 MiB on an operator's route is 413 payload_too_large", async () => {
      const answer = await stack().call("agents.create", {
        as: users().ADMIN,
        body: { name: "x", metadata: { text: "x".repeat(1_100_000) } },
      });
      expect(answer).toMatchObject({ status: 413, error: "payload_too_large" });
    });
    test("a body deeper than 64 on an operator's route is 400", async () => {
      const deep = (depth: number) => `{"name":"x","metadata":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
      expect(await stack().call("agents.create", { as: users().ADMIN, raw: deep(65) })).toMatchObject({
        status: 400,
        error: "json_too_deep",
      });
      expect(
        (await stack().call("agents.create", { as: users().ADMIN, raw: deep(60).replace('"x"', `"${randomUUID()}"`) }))
          .status,
      ).toBe(201);
    });
    test("another content type than JSON is 415", async () => {
      const answer = await stack().call("agents.create", {
        as: users().ADMIN,
        raw: "name=x",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(answer).toMatchObject({ status: 415, error: "unsupported_media_type" });
    });
    test("a 422 names type, loc, msg and input of every field", async () => {
      const answer = await stack().call("agents.create", {
        as: users().ADMIN,
        body: { name: "", risk_level: "extreme", extra: 1 },
      });
      expect(answer).toMatchObject({ status: 422, error: "Validation failed", body: { data: null } });
      expect(answer.body.meta?.details).toEqual(
        expect.arrayContaining([
          { type: expect.any(String), loc: ["body", "name"], msg: expect.any(String), input: "" },
          { type: expect.any(String), loc: ["body", "risk_level"], msg: expect.any(String), input: "extreme" },
          { type: "extra_forbidden", loc: ["body", "extra"], msg: expect.any(String), input: 1 },
        ]),
      );
    });
    test("has no cache, no sniffing, no framing", async () => {
      const { headers } = await stack().callPath("GET", "/health");
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(headers).not.toHaveProperty("x-powered-by");
    });
    test("a malformed percent escape in a path is 400, not a crash", async () => {
      for (const home of HOMES) {
        const answer = await sendRequest({
          method: "POST",
          url: `${stack().urlOf(home)}/execute/%E0%A4%A`,
          headers: { "content-type": "application/json" },
          body: "{}",
        });
        expect(answer.status, home).toBe(400);
      }
    });
  });

  describe("agents, grants and tools", () => {
    const admin = () => users().ADMIN;
    test("a taken agent name is 409 with the conflicting field", async () => {
      const name = `agent ${randomUUID()}`;
      expect((await stack().call("agents.create", { as: admin(), body: { name } })).status).toBe(201);
      const again = await stack().call("agents.create", { as: admin(), body: { name } });
      expect(again).toMatchObject({ status: 409, error: "conflict", body: { data: { field: "name" } } });
    });
    test("a new agent is ACTIVE with risk level medium; PATCH changes it; DELETE is 204, its history stays", async () => {
      const made = await stack().call("agents.create", {
        as: admin(),
        body: { name: `agent ${randomUUID()}`, metadata: { team: "a" } },
      });
      expect(made.data).toMatchObject({ status: "ACTIVE", risk_level: "medium", metadata: { team: "a" } });
      const params = { agent_id: made.data.id };
      const changed = await stack().call("agents.update", {
        as: admin(),
        params,
        body: { risk_level: "high", status: "QUARANTINED" },
      });
      expect(changed.data).toMatchObject({ risk_level: "high", status: "QUARANTINED" });
      expect(await stack().call("agents.update", { as: admin(), params, body: {} })).toMatchObject({ status: 422 });
      expect((await stack().call("agents.delete", { as: admin(), params })).status).toBe(204);
      expect(await stack().call("agents.get", { as: admin(), params })).toMatchObject({
        status: 404,
        error: "agent_not_found",
      });
      const rows = await stack().call("audit.list", { as: admin(), query: { agent_id: made.data.id } });
      expect(rows.data.items.map(({ action }) => action)).toEqual(["agent_deleted", "agent_updated", "agent_created"]);
    });
    test("a duplicate grant is 409, also by a name that folds to the same", async () => {
      const agent = await stack().tenant.createAgent({ grants: ["db.query"] });
      for (const name of ["db.query", "DB.Query"]) {
        const again = await stack().call("agents.grantPermission", {
          as: admin(),
          params: { agent_id: agent.id },
          body: { tool_name: name },
        });
        expect(again).toMatchObject({ status: 409, error: "conflict", body: { data: { field: "tool_name" } } });
      }
    });
    test("a tool that folds to an existing name is 409; one of mixed scripts is 400", async () => {
      const twin = await stack().call("registry.createTool", { as: admin(), body: { tool_name: "ＥＣＨＯ" } });
      expect(twin).toMatchObject({ status: 409, error: "conflict", body: { data: { field: "tool_name" } } });
      const mixed = await stack().call("registry.createTool", { as: admin(), body: { tool_name: "ech\u043e" } });
      expect(mixed).toMatchObject({ status: 400, error: "invalid_tool_name" });
    });
    test("money comes as decimal strings; more than 9 places and negatives are 422", async () => {
      const tool = { tool_name: `priced-${randomUUID()}`, price_usd: 0.1, max_cost_usd: "0.123456789" };
      const made = await stack().call("registry.createTool", { as: admin(), body: tool });
      expect(made.data).toMatchObject({ price_usd: expect.stringMatching(/^0\.10*$/), max_cost_usd: "0.123456789" });
      for (const price of ["0.1234567891", -1, "1e3", "", "abc"]) {
        const refused = await stack().call("registry.createTool", {
          as: admin(),
          body: { tool_name: randomUUID(), price_usd: price },
        });
        expect(refused, String(price)).toMatchObject({ status: 422 });
      }
    });
    test("the summary counts agents by status and risk level", async () => {
      const { data } = await stack().call("agents.summary", { as: users().AUDITOR });
      expect(data.active + data.quarantined).toBe(data.total);
      expect(Object.values(data.by_risk_level).reduce((sum, count) => sum + count, 0)).toBe(data.total);
    });
    test("settings are read by AUDITOR+, written by ADMIN only", async () => {
      expect((await stack().call("tenant.getSettings", { as: users().AUDITOR })).data).toMatchObject({
        tier: "enterprise",
        strict_caps: false,
      });
      const body = { approval_minutes: 30 };
      expect(await stack().call("tenant.updateSettings", { as: users().SECURITY, body })).toMatchObject({
        status: 403,
      });
      expect((await stack().call("tenant.updateSettings", { as: admin(), body })).data.approval_minutes).toBe(30);
    });
  });

  test("a tenant's redaction policy decides what becomes of a kind", async () => {
    const tenant = await stack().createTenant();
    const emails = () => execute(stack(), "control plane", "emails", { as: tenant.agent });
    const before = await emails();
    const kind = before.data.redactions[0]?.kind ?? "";
    expect(before.text).not.toContain("jane.doe@example.com");
    await stack().call("tenant.updateSettings", {
      as: tenant.users.ADMIN,
      body: { redaction: { kinds: { [kind]: "allow" } } },
    });
    await waitFor(async () => (await emails()).text.includes("jane.doe@example.com"), {
      what: "the policy to reach the edge",
    });
  });

  describe("the sidecar", () => {
    test("passes everything else on to the control plane", async () => {
      const answer = await stack().callAt(stack().sidecarUrl, "agents.get", {
        as: users().AUDITOR,
        params: { agent_id: stack().tenant.agent.id },
      });
      expect(answer.data.id).toBe(stack().tenant.agent.id);
      const refused = await stack().callAt(stack().sidecarUrl, "agents.create", {
        as: users().VIEWER,
        body: { name: "x" },
      });
      expect(refused).toMatchObject({ status: 403 });
    });
    test.each([
      ["host", "evil.example"],
      ["origin", "https://evil.example"],
      ["origin", "null"],
    ])("refuses a %s header of %s with 403 origin_refused", async (name, value) => {
      const answer = await callPath(stack().sidecarUrl, "POST", "/execute", {
        as: stack().tenant.agent,
        headers: { [name]: value },
        body: { tool_name: "echo" },
      });
      expect(answer).toMatchObject({ status: 403, error: "origin_refused" });
    });
    test("answers /health as the control plane does, with its connection to that", async () => {
      const answer = await callPath(stack().sidecarUrl, "GET", "/health");
      const { data } = await stack().call("service.health");
      expect(answer).toMatchObject({ status: 200, body: { data: { ...data, kill_switch_engaged: false } } });
    });
    test("refuses another tenant's callers: it serves one tenant", async () => {
      const answer = await execute(stack(), "sidecar", "echo", { as: stack().otherTenant.agent });
      expect(answer).toMatchObject({ status: 401, error: "tenant_mismatch" });
    });
  });
});
