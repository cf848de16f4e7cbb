import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorTable } from "@portcullis/contract";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";

const AUDIT_ID = "0a1b2c3d-8f0e-4a53-9d9d-222222222222";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

describe("an answer for people", () => {
  it("has what is inside of a value in words, never as JSON", async () => {
    const data = {
      id: SOME_ID,
      rows: [{ name: "one", inside: { kind: "x", list: [{ n: 1 }] } }],
      metadata: { limits: { daily: "5", tags: ["a", "b"] }, empty: {} },
    };
    const { out } = await cli.runAgainst(200, { success: true, data }, ["agents", "get", SOME_ID]);
    expect(out).toBe(
      [
        `id  ${SOME_ID}`,
        "metadata",
        "  empty  -",
        "  limits",
        "    daily  5",
        "    tags   a, b",
        "",
        "rows",
        "name  inside",
        "one   kind: x, list: ((n: 1))",
        "",
      ].join("\n"),
    );
  });

  it.each(["tenant_saved", "kill_switch_engaged", "outcome_settled"])(
    "says of the row of %s that it is of no call, and how to read it",
    async (action) => {
      const judged = { tool_name: null, agent_id: null, code: null, rule_id: null, score: 0, signals_evaluated: null };
      // The same answer says to the search for the row that there is none yet, so that its id is taken as it is.
      const found = { findings: [], other_findings: [], items: [] };
      const data = { audit_id: AUDIT_ID, seq: "7", at: "now", action, decision: "allow", outcome: "allowed" };
      const answer = { success: true, data: { ...data, ...judged, ...found } };
      const { out } = await cli.runAgainst(200, answer, ["audit", "explain", AUDIT_ID]);
      expect(out).toBe(
        `row       7  now  ${action}\ndecision  allow, allowed\n` +
          "The row is of no call: no rule was asked, and nothing scanned.\n" +
          "What it says of its action: portcullis receipt get 7\n",
      );
    },
  );

  it.each(["kill_switch_engaged", "rate_limited", "decision_timeout"] as const)(
    "says of a call that no rule but %s refused why it was, and claims neither that all was well nor that it was scanned",
    async (code) => {
      const judged = { tool_name: null, agent_id: SOME_ID, rule_id: null, score: 0, signals_evaluated: null };
      const found = { findings: [], other_findings: [], items: [] };
      const row = { audit_id: AUDIT_ID, seq: "7", at: "now", action: "execute", decision: "deny", outcome: "denied" };
      const answer = { success: true, data: { ...row, ...judged, ...found, code } };
      const { out } = await cli.runAgainst(200, answer, ["audit", "explain", AUDIT_ID]);
      expect(out).toBe(
        `row       7  now  -\ndecision  deny, denied, ${code}\n` +
          `rule      none: it was refused by no rule, score 0\nwhy       ${errorTable[code].hint}\n`,
      );
    },
  );

  it("has numbers with six places at most", async () => {
    const data = { share: 0.714285714285714, whole: 12_000_000, small: 0.000001, next: 1.0000004 };
    const { out } = await cli.runAgainst(200, { success: true, data }, ["agents", "get", SOME_ID]);
    expect(out.split("\n").map((line) => line.split(/ +/)[1])).toEqual([
      "0.714286",
      "12000000",
      "0.000001",
      "1",
      undefined,
    ]);
  });

  it("names the way out where a tool's changed description refused a call", async () => {
    const data = {
      action: "deny",
      rule_id: "agent.deny.tool_description_changed",
      findings: ["tool_description_changed"],
      score: 1,
      signals_evaluated: {},
      audit_id: SOME_ID,
    };
    const answer = { success: false, data, error: "policy_denied", meta: { code: "policy_denied" } };
    const { code, out } = await cli.runAgainst(403, answer, ["execute", "files.read", "{}", "--agent", SOME_ID]);
    expect(out).toContain("portcullis tools pending");
    expect(code).toBe(1);
  });

  it("is a line for each event of a stream, and JSON for programs", async () => {
    const data = {
      audit_id: SOME_ID,
      agent_id: null,
      tool_name: "customers.query",
      action: "execute",
      decision: "deny",
      outcome: "denied",
      findings: ["tool_not_granted"],
      at: "2026-01-31T00:00:00.000Z",
    };
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`id: 7\nevent: decision\ndata: ${JSON.stringify(data)}\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ["events", "stream", "--url", url, "--token", "t", "--tenant", SOME_ID];
    const text = await cli.run(args, { stopAtFirstLine: true });
    expect(text.out).toMatch(
      /^ +7 {2}2026-01-31T00:00:00\.000Z {2}deny +denied +customers\.query +- +6f1f1f0e\S+ +tool_not_granted\n$/,
    );
    const json = await cli.run([...args, "--json"], { stopAtFirstLine: true });
    expect(JSON.parse(json.out)).toMatchObject({ id: "7", event: "decision", data });
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ["audit list", ["audit", "list"]],
    ["audit search", ["audit", "search", "--decision", "deny"]],
  ])("has every page of %s with the --all that its first page names", async (_, command) => {
    const server = createServer(async (request, response) => {
      let sent = request.url ?? "";
      for await (const chunk of request) sent += String(chunk);
      const page = sent.includes("second")
        ? { items: [{ id: "b" }], next_cursor: null }
        : { items: [{ id: "a" }], next_cursor: "second" };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: true, data: page }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = [...command, "--url", url, "--token", "t", "--tenant", SOME_ID];
    expect((await cli.run(args)).out).toContain("--all for every page");
    const { out } = await cli.run([...args, "--all", "--json"]);
    expect(JSON.parse(out)).toEqual({ items: [{ id: "a" }, { id: "b" }], next_cursor: null });
    server.closeAllConnections();
    server.close();
  });

  it("warns of a grant whose tool is not registered, and grants it", async () => {
    const tools = { items: [{ tool_name: "customers.query" }], next_cursor: null };
    const data = { id: SOME_ID, tool_name: "customers.qurey", action: "ALLOW", ...tools };
    const args = ["agents", "grant", SOME_ID, "customers.qurey"];
    const { code, out, err } = await cli.runAgainst(200, { success: true, data }, args);
    expect(code).toBe(0);
    expect(out).toContain("customers.qurey");
    expect(err).toContain("No tool customers.qurey is registered: the grant has no use unless an edge has one.");
    const known = { ...data, tool_name: "customers.query" };
    expect((await cli.runAgainst(200, { success: true, data: known }, args)).err).toBe("");
  });
});

describe("audit tail on a terminal", () => {
  const row = {
    id: AUDIT_ID,
    seq: "65",
    created_at: "2026-01-31T09:30:00.000Z",
    action: "execute",
    decision: "deny",
    outcome: "denied",
    tool_name: "customers.query",
    agent_id: SOME_ID,
    findings: ["destructive_sql"],
  };
  const answer = { success: true, data: { items: [row], next_cursor: null } };
  const tail = (columns?: number) =>
    cli.runAgainst(200, answer, ["audit", "tail"], columns === undefined ? {} : { columns });

  it("keeps a row on a line of 100 columns by parts of the instant and the agent's id", async () => {
    const [head = "", line = ""] = (await tail(100)).out.split("\n");
    expect(line).toBe(
      "    65  01-31 09:30:00Z  deny      denied       customers.query       6f1f1f0e  destructive_sql",
    );
    expect(line.indexOf("6f1f1f0e")).toBe(head.indexOf("agent"));
    expect(line.indexOf("destructive_sql")).toBe(head.indexOf("findings"));
  });

  it("has the audit id, to be copied, as soon as there is room for it", async () => {
    const [head = "", line = ""] = (await tail(150)).out.split("\n");
    expect(line.indexOf(AUDIT_ID)).toBe(head.indexOf("audit id"));
    expect(line).toContain("6f1f1f0e  0a1b2c3d-");
    expect(line.length).toBeLessThanOrEqual(150);
  });

  it.each([undefined, 200])("has all of them whole where there is room: %s", async (columns) => {
    const { out } = await tail(columns);
    for (const text of [row.created_at, SOME_ID, AUDIT_ID]) expect(out).toContain(text);
  });
});

describe("auto-response list-pending", () => {
  const pending = {
    key: SOME_ID,
    status: "pending",
    tool_name: "customers.query",
    agent_id: "0a1b2c3d-8f0e-4a53-9d9d-111111111111",
    reason: "the agent's grant for this tool asks for a person each time",
    expires_at: "2026-01-31T09:30:00.000Z",
    declared_cost_usd: null,
    arguments: null,
  };
  const list = (items: readonly object[], columns?: number) =>
    cli.runAgainst(
      200,
      { success: true, data: { items, next_cursor: null } },
      ["auto-response", "list-pending"],
      columns === undefined ? {} : { columns },
    );

  it("has key, tool and the time that is left whole on 80 columns, and the reason below", async () => {
    const { out } = await list([pending], 80);
    expect(out).toMatch(new RegExp(`^${SOME_ID} {2}customers\\.query {2}0a1b2c3d {2}01-31 09:30:00Z$`, "m"));
    expect(out).toContain(`${SOME_ID}  ${pending.reason}\n`);
  });

  it("names the agent beside its id", async () => {
    // One answer for both lists that are asked for.
    const { out } = await list([{ ...pending, id: pending.agent_id, name: "billing-bot" }], 100);
    expect(out).toMatch(/customers\.query {2}billing-bot {2}0a1b2c3d {2}01-31 /);
  });

  it("says what the calls declare to cost, where they declare it", async () => {
    const { out } = await list([{ ...pending, declared_cost_usd: "0.25" }, pending]);
    expect(out.match(/declares/g)).toHaveLength(1);
    expect(out).toContain(`${SOME_ID}  ${pending.reason}; declares 0.25 USD`);
  });

  it("says what policies read of the calls, in a form that drives no terminal", async () => {
    const { out } = await list([{ ...pending, arguments: { "/amount": 5, "/to": "a\u202eb" } }, pending]);
    expect(out).toContain(`${SOME_ID}  { "/amount": 5, "/to": "a\\u202eb" }`);
    expect(out).not.toContain("null");
  });

  it("has the agent's whole id where it is no terminal, and the status where not all wait", async () => {
    const { out } = await list([pending, { ...pending, status: "used" }]);
    expect(out).toContain(pending.agent_id);
    expect(out).toMatch(/^key +status +tool_name/);
  });
});

describe("decision history", () => {
  it("has what a call came to and its whole audit id on 100 columns", async () => {
    const call = {
      request_id: "01a2255a-eab0-7703-afcb-ca39d83bc0c0",
      agent_id: SOME_ID,
      tool_name: "customers.query",
      decision: "escalate",
      outcome: "not_started",
      rule_id: "agent.escalate.tool_grant",
      score: 0.5,
      audit_id: AUDIT_ID,
      findings: ["policy_escalation", "contract_cost_cap_exceeded"],
      created_at: "2026-01-31T09:30:00.000Z",
    };
    const answer = { success: true, data: { items: [call], next_cursor: null } };
    const { out } = await cli.runAgainst(200, answer, ["decision", "history"], { columns: 100 });
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const text of [AUDIT_ID, "escalate", "not_sta"]) expect(out).toContain(text);
  });
});

describe("errors of the service", () => {
  it.each([
    ["conflict", "--tool-name is already taken"],
    ["approval_required", "retry with --approval-key"],
    ["policy_invalid", "the lines below say which rule"],
  ] as const)("say in words of a command line what to do about %s", async (code, words) => {
    const { status, hint } = errorTable[code];
    const data = { field: "tool_name", approval_key: SOME_ID };
    const refusal = { success: false, data, error: code, meta: { code, hint } };
    const { err } = await cli.runAgainst(status, refusal, ["agents", "create", "--name", "x"]);
    expect(err).not.toMatch(/data\.|X-/);
    expect(err).toContain(words);
  });
});
