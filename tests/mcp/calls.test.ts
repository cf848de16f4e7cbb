// What an MCP client sees of governed tools: the list, results as the tool gave them but redacted, the tool's own errors.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  auditRowOf,
  execute,
  HOMES,
  openEventStream,
  repeatWhileBusy,
  sendRequest,
  type TestAgent,
  waitFor,
} from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { basic, connectMcp, textOf, untilDecided, useMcpStack } from "./mcp-stack.js";

const mcp = useMcpStack();
const tenant = () => mcp().stack.tenant;
const admin = () => tenant().users.ADMIN;
let agent: TestAgent;
beforeAll(async () => {
  agent = await tenant().createAgent({
    grants: {
      "peer.contacts": "ALLOW",
      "peer.briefing": "ALLOW",
      "peer.echo": "ALLOW",
      "peer.fail": "ALLOW",
      "peer.hold": "ALLOW",
      "peer.get_report": "ALLOW",
      "peer.test_simple_text": "ESCALATE",
      "peer.test_image_content": "DENY",
      "files.read_text_file": "ALLOW",
      "files.list_directory": "ALLOW",
      "memory.create_entities": "ALLOW",
      "memory.read_graph": "ALLOW",
      "everything.get-sum": "ALLOW",
      "everything.get-structured-content": "ALLOW",
    },
  });
});
const connect = (server: string, caller: TestAgent = agent) => connectMcp(mcp(), server, caller);

describe("tools/list", () => {
  test("shows the tools that are granted, those that need an approval among them, and no other", async () => {
    expect((await (await connect("peer")).toolNames()).sort()).toEqual(
      ["Get_Report", "briefing", "contacts", "echo", "fail", "hold", "test_simple_text"].sort(),
    );
    expect((await (await connect("files")).toolNames()).sort()).toEqual(["list_directory", "read_text_file"]);
    expect((await (await connect("memory")).toolNames()).sort()).toEqual(["create_entities", "read_graph"]);
  });

  test("shows nothing to an agent without grants", async () => {
    const stranger = await tenant().createAgent();
    expect(await (await connect("files", stranger)).toolNames()).toEqual([]);
  });

  test("shows names, titles, descriptions and input schemas as the server gives them", async () => {
    const { client } = await connect("files");
    const { tools } = await client.listTools();
    const read = tools.find(({ name }) => name === "read_text_file");
    expect(read?.title).toBe("Read Text File");
    expect(read?.description).toMatch(/contents of a file/i);
    expect(read?.inputSchema).toMatchObject({ type: "object", properties: { path: { type: "string" } } });
  });

  test("follows a grant that comes later", async () => {
    const late = await tenant().createAgent();
    const connection = await connect("files", late);
    await mcp().stack.call("agents.grantPermission", {
      as: admin(),
      params: { agent_id: late.id },
      body: { tool_name: "files.list_directory", action: "ALLOW" },
    });
    await waitFor(async () => (await connection.toolNames()).includes("list_directory"), {
      what: "the grant to arrive",
    });
    // The grants of a token are those that it was minted with; the next one has the new grant.
    const signedIn = await tenant().signInAgent(late);
    const { toolNames } = await connectMcp(mcp(), "files", { authorization: `Bearer ${signedIn.token}` });
    expect(await toolNames()).toEqual(["list_directory"]);
  });
});

describe("an allowed call", () => {
  test("gives content blocks, structured content and _meta as the tool did, redacted, with the decision beside them", async () => {
    const result = await (await connect("peer")).call("contacts");
    expect(result.isError ?? false).toBe(false);
    expect(result.content).toMatchObject([
      { type: "text", text: expect.stringMatching(/^Write to (?!jane).*\.$/) },
      { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBORw0KGgo/) },
      { type: "resource", resource: { uri: "memo://1", mimeType: "text/plain" } },
    ]);
    expect(result.structuredContent).toMatchObject({ people: [{ name: "Jane" }], count: 1 });
    expect(result._meta).toMatchObject({ "peer/version": 7 });
    expect(JSON.stringify(result)).not.toMatch(/jane\.doe@|support@/);
    expect(result.decision).toEqual({
      audit_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      receipt_url: `/audit/logs/${result.decision?.audit_id}/receipt`,
      redactions: [{ kind: "email", count: 3 }],
      result_findings: [],
      cost_usd: expect.any(String),
    });
  });

  test("whose result holds orders to the model says so beside it, in its row and in the event stream", async () => {
    const events = await openEventStream(`${mcp().stack.url}/events/stream`, admin().headers);
    const { decision } = await (await connect("peer")).call("briefing");
    expect(decision).toMatchObject({ result_findings: ["prompt_injection_detected"] });
    for (const home of HOMES) {
      const answer = await execute(mcp().stack, home, "peer.briefing", { as: agent });
      expect(answer.data).toMatchObject({ action: "allow", result_findings: ["prompt_injection_detected"] });
      expect((await auditRowOf(mcp().stack, answer.requestId)).findings).toContain("injected_result");
    }
    await events.next(({ data }) => (data as { findings: string[] }).findings.includes("injected_result"));
    events.close();
  });

  test("whose result holds orders to the model is withheld where the tenant says so", async () => {
    const set = (injected_results: "report" | "withhold") =>
      mcp().stack.call("tenant.updateSettings", { as: admin(), body: { scan: { injected_results } } });
    await set("withhold");
    const { call } = await connect("peer");
    const withheld = await waitFor(
      async () => {
        const result = await call("briefing");
        return result.isError ? result : undefined;
      },
      { what: "the setting to arrive" },
    );
    expect(withheld).toMatchObject({ structuredContent: { error: "response_withheld", audit_id: expect.any(String) } });
    expect(JSON.stringify(withheld)).not.toContain("Ignore");
    expect((await call("echo")).isError ?? false).toBe(false);
    await set("report");
    await waitFor(async () => (await call("briefing")).isError !== true, { what: "the setting to arrive" });
  });

  test("is a row of the chain, as tool {server}.{tool} of the agent", async () => {
    const { decision } = await (await connect("peer")).call("contacts");
    const auditId = String(decision?.audit_id);
    const row = await waitFor(
      async () => {
        const found = await mcp().stack.call("audit.search", { as: admin(), body: { agent_id: agent.id, limit: 50 } });
        return found.data.items.find(({ id }) => id === auditId);
      },
      { what: `the row ${auditId}` },
    );
    expect(row).toMatchObject({ action: "execute", decision: "allow", outcome: "allowed", tool_name: "peer.contacts" });
  });

  test("brings the tool its arguments, the call's ids and the agent, and nothing of the caller's credentials", async () => {
    const args = { text: "hello", deep: { list: [1, 2.5, null, true] } };
    const result = await (await connect("peer")).call("echo", args, { "portcullis/idempotency_key": randomUUID() });
    const seen = JSON.parse(textOf(result)) as { args: unknown; meta: Record<string, string> };
    expect(seen.args).toEqual(args);
    expect(seen.meta).toMatchObject({
      "portcullis/agent_id": agent.id,
      "portcullis/request_id": expect.any(String),
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/),
    });
    const headers = JSON.stringify(mcp().peer.headers);
    expect(headers).not.toContain("authorization");
    expect(headers).not.toContain(agent.secret);
    expect(headers).toContain('"x-peer-key":"tool-secret-8c1f"');
  });

  test("finds its tool whatever the case in which it is named, and calls it as the server spells it", async () => {
    const { call } = await connect("peer");
    for (const name of ["Get_Report", "get_report", "GET_REPORT", "gEt_RePoRt"]) {
      expect(textOf(await call(name)), name).toBe("ran Get_Report");
    }
  });

  test("that is repeated with its idempotency key gets its answer again, and the tool runs once", async () => {
    const { call } = await connect("peer");
    const before = mcp().peer.calls.length;
    const meta = { "portcullis/idempotency_key": randomUUID() };
    const first = await call("echo", { n: 5 }, meta);
    const second = await call("echo", { n: 5 }, meta);
    expect(second.decision?.audit_id).toBe(first.decision?.audit_id);
    expect(mcp().peer.calls).toHaveLength(before + 1);
  });

  test("of public servers over stdio works: files, a knowledge graph, structured content", async () => {
    const files = await connect("files");
    const read = await files.call("read_text_file", { path: join(mcp().folder, "notes.txt") });
    expect(textOf(read)).toMatch(/^Call Jane on Monday\. Her address is (?!jane\.doe@example\.com)/);
    const memory = await connect("memory");
    const entities = [{ name: "Portcullis", entityType: "gate", observations: ["is shut by default"] }];
    await memory.call("create_entities", { entities });
    expect((await memory.call("read_graph")).structuredContent).toMatchObject({ entities });
    const everything = await connect("everything");
    expect(textOf(await everything.call("get-sum", { a: 2, b: 40 }))).toContain("42");
    const weather = await everything.call("get-structured-content", { location: "Chicago" });
    expect(weather.structuredContent).toMatchObject({ temperature: expect.any(Number) });
  });
});

describe("a call that asks to be run as a task", () => {
  // The protocol: whoever declares no tasks runs such a request as any other, whatever its task says.
  test.each([{ ttl: 60_000 }, {}, "soon", null])("is run as any other, once (%j)", async (task) => {
    const before = mcp().peer.calls.length;
    const result = await untilDecided(async () => {
      const { json } = await sendRequest({
        method: "POST",
        url: `${mcp().stack.sidecarUrl}/mcp/peer`,
        headers: {
          authorization: basic(agent),
          accept: "application/json",
          "content-type": "application/json",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", task } }),
      });
      expect(json).toMatchObject({ id: 1, result: expect.anything() });
      return (json as { result: unknown }).result;
    });
    expect(result).toMatchObject({ content: [{ type: "text" }] });
    expect(mcp().peer.calls).toHaveLength(before + 1);
  });
});

describe("a tool's own error", () => {
  test("comes back as the tool said it, redacted, with the row that the call has", async () => {
    const result = await (await connect("peer")).call("fail");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/^No such file; ask (?!ops@)/);
    expect(result.structuredContent).toEqual({ code: 7 });
    expect(result.decision).toMatchObject({ audit_id: expect.any(String) });
  });

  test("of a public server does so too", async () => {
    const result = await (await connect("files")).call("read_text_file", { path: "/nowhere/else.txt" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/access denied/i);
  });
});

describe("the control plane's own door", () => {
  test("runs an MCP tool over POST /execute and POST /execute/{tool_name}, the result as the tool gave it, redacted", async () => {
    const answer = await execute(mcp().stack, "control plane", "peer.contacts", { as: agent });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({
      action: "allow",
      tool_status: 200,
      result: { content: [{ type: "text" }, { type: "image" }, { type: "resource" }], structuredContent: { count: 1 } },
      redactions: [{ kind: "email", count: 3 }],
    });
    const named = await repeatWhileBusy(() =>
      mcp().stack.callPath("POST", "/execute/Peer.ECHO", { as: agent, body: { payload: { n: 1 } } }),
    );
    expect(named.status, named.text).toBe(200);
  });

  test("runs a public server of its own over stdio", async () => {
    const answer = await execute(mcp().stack, "control plane", "everything.get-sum", {
      as: agent,
      payload: { a: 1, b: 2 },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(JSON.stringify(answer.data)).toContain("sum of 1 and 2 is 3");
  });

  test("answers a tool's own error as 502 upstream_error with what it said", async () => {
    const answer = await execute(mcp().stack, "control plane", "peer.fail", { as: agent });
    expect(answer).toMatchObject({ status: 502, error: "upstream_error" });
    expect(answer.body.data).toMatchObject({ result: { isError: true, structuredContent: { code: 7 } } });
  });
});
