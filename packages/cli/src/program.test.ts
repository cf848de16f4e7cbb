import { findFreePort, makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "./cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

describe("integers that a double would change", () => {
  it("are sent and shown as they were written", async () => {
    const result = { n: 12345678901234567890n };
    const decision = { action: "allow", rule_id: null, findings: [], score: 0, audit_id: SOME_ID };
    const answer = { success: true, data: { ...decision, result }, error: null, meta: null };
    const args = ["execute", "crm.search", '{"n":98765432109876543210}', "--agent", SOME_ID];
    for (const more of [[], ["--json"]]) {
      const { code, out, err, body } = await cli.runAgainst(200, answer, [...args, ...more]);
      expect(code, err).toBe(0);
      expect(body).toMatchObject({ payload: { n: 98765432109876543210n } });
      expect(out).toMatch(/"n": ?12345678901234567890\b/);
    }
  });
});

describe("help", () => {
  it.each([
    [
      ["help", "audit", "list"],
      ["audit", "list", "--help"],
    ],
    [
      ["audit", "help", "list"],
      ["audit", "list", "--help"],
    ],
    [
      ["help", "receipt"],
      ["receipts", "--help"],
    ],
    [
      ["help", "scan", "letter.txt"],
      ["scan", "--help"],
    ],
    [["help"], ["--help"]],
  ])("is the same asked for as %j and as %j", async (asked, plain) => {
    const { code, out } = await cli.run(asked);
    expect(out).toBe((await cli.run(plain)).out);
    expect(code).toBe(0);
  });

  it.each([
    [["audit", "lst", "--help"], "list"],
    [["help", "audit", "lst"], "list"],
    [["help", "audti"], "audit"],
    [["audti", "-h"], "audit"],
  ])("is not that of another command for %j, where there is none of that name", async (asked, meant) => {
    const { code, out, err } = await cli.run(asked);
    expect(err).toContain(`Did you mean ${meant}?`);
    expect([code, out]).toEqual([2, ""]);
  });
});

describe("exit codes", () => {
  it.each([["--help"], ["agents", "--help"], ["policy", "upload", "--help"], ["--version"]])(
    "0 for help: %s %s %s",
    async (...args) => {
      expect((await cli.run(args)).code).toBe(0);
    },
  );

  it.each([
    [["nonsense"], /unknown command/],
    [["agents", "list", "--nonsense"], /unknown option/],
    [["dev", "--port", "1"], /Did you mean one of --control-plane-port, --sidecar-port\?/],
    [["dev", "--sidecar", "1"], /Did you mean --sidecar-port\?/],
    [["dev", "--sidecar-prot", "1"], /Did you mean --sidecar-port\?/],
    [["dev", "--json=yes"], /--json takes no value/],
    [["receipt", "get", SOME_ID, "--outfile=r"], /unknown option/],
    [["migrate", "--database-url", "mysql://db.example/x"], /no SQLite file and no PostgreSQL.*\n.*Give sqlite:/],
    [["agents", "get"], /missing required argument/],
    [["agents", "get", "no-uuid", "--token", "t", "--tenant", "t"], /<agent-id>: Invalid UUID/],
    [["execute", "t", "{}", "--agent", "a", "--approval-key", ""], /--approval-key is empty.*\n.*unset/],
    [["auto-response", "approve-pending", "", "--token", "t", "--tenant", "t"], /<key> is empty/],
    [["kill", "on", "--reason="], /--reason is empty/],
    [["agents", "create"], /--name: Field required/],
    [["agents", "create", "--data", "{}"], /--data name: Field required/],
    [["tenant", "update-settings", "--data", '{"scan":{"odd":1}}'], /--data scan\.odd: Unrecognized key/],
    [["tenant", "update-settings", "--scan", '{"odd":1}'], /--scan odd: Unrecognized key/],
    [["tenant", "update-settings", "--scan={}", "--data", '{"scan":{"odd":1},"burst":"x"}'], /--data burst: Invalid/],
    [
      ["execution", "execute-tool", "a", "--data", '{"tool_name":"b"}', "--token", "t", "--tenant", SOME_ID],
      /another tool .*\n.*Leave tool_name out of --data/,
    ],
    [["agents", "list"], /Nobody is signed in/],
    [["execute", "t", "{not json"], /not JSON/],
    [["execute", "t", '{"a":[1e400]}'], /the number 1e400 at "\/a\/0" .* as a string/],
    [["kill", "on", "--token", "t", "--tenant", "t"], /A reason is needed/],
    [["dev", "--sidecar-port", "70000"], /--sidecar-port takes a port/],
    [["scan", "/no/such/file"], /cannot be read/],
    [["redact", "--stream", "letter.txt"], /text, json, lines, events; a file comes after it: --stream text <file>/],
    [["redact", "--stream", "--json"], /--stream goes with neither/],
    [["redact", "--tool", "crm.query"], /--tool changes nothing without --settings/],
    [["scan", "--tool", "crm.query"], /--tool changes nothing without --settings/],
    [["tenant", "update-settings", "--burst", "many", "--token", "t"], /--burst takes a number/],
    [["status", "--url", "ftp://x"], /not an http or https address/],
  ])("2, and what to do, for %j", async (args, words) => {
    const { code, err, out } = await cli.run(args);
    expect(err).toMatch(words);
    expect(code).toBe(2);
    expect(out).toBe("");
  });

  it.each([
    ["service", "health"],
    ["agents", "list", "--token", "t", "--tenant", SOME_ID],
  ])("3 when the service does not answer, with the address that was tried: %s %s", async (...args) => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const { code, err } = await cli.run([...args, "--url", url, "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(err)).toMatchObject({
      code: "connection_failed",
      status: 0,
      error: expect.stringContaining(url),
    });
  });

  it.each([
    ["agent.deny.tool_not_granted", `portcullis agents grant ${SOME_ID} crm.search`],
    ["agent.deny.destructive_sql", `portcullis audit explain ${SOME_ID}`],
  ])("1 for a call refused by %s, with what can be done", async (rule_id, advice) => {
    const data = { action: "deny", rule_id, findings: [], score: 1, signals_evaluated: {}, audit_id: SOME_ID };
    const refusal = { success: false, data, error: "policy_denied", meta: { code: "policy_denied" } };
    const { code, out } = await cli.runAgainst(403, refusal, ["execute", "crm.search", "{}", "--agent", SOME_ID]);
    expect(code).toBe(1);
    expect(out).toContain(advice);
  });

  it.each([
    [[], "Why, in full:"],
    [["destructive_sql"], "What was found, and where:"],
  ])("1 for a refused call with the findings %j, which its explanation is named by", async (findings, words) => {
    const data = { action: "deny", rule_id: "mine", findings, score: 1, signals_evaluated: {}, audit_id: SOME_ID };
    const refusal = { success: false, data, error: "policy_denied", meta: { code: "policy_denied" } };
    const { out } = await cli.runAgainst(403, refusal, ["execute", "crm.search", "{}", "--agent", SOME_ID]);
    expect(out).toContain(`${words} portcullis audit explain ${SOME_ID}`);
  });

  it("1 for a call that waits for a person, with why, and why the approval that came with it does not count", async () => {
    const reason = 'policy rule "ask" asks for a person. The approval in X-Approval-Key is of another call.';
    const decision = { action: "escalate", rule_id: "ask", findings: [], score: 0.5, signals_evaluated: {} };
    const data = { ...decision, audit_id: SOME_ID, approval_key: "key-2", reason };
    const refusal = { success: false, data, error: "approval_required", meta: { code: "approval_required" } };
    const args = ["execute", "crm.search", "{}", "--agent", SOME_ID, "--approval-key", "key-1"];
    const { code, out } = await cli.runAgainst(403, refusal, args);
    expect(code).toBe(1);
    expect(out).toContain(`reason    ${reason}`);
    expect(out).toContain("--approval-key key-2");
  });

  it("0 for a grant that the agent has already, which is said", async () => {
    const data = { field: "tool_name", tool_name: "crm.search", action: "ALLOW" };
    const refusal = { success: false, data, error: "conflict", meta: { code: "conflict" } };
    const { code, err } = await cli.runAgainst(409, refusal, ["agents", "grant", SOME_ID, "crm.search"]);
    expect(code).toBe(0);
    expect(err).toBe("The agent has the grant ALLOW of crm.search already.\n");
  });

  it("1 when the service refuses, with the error as one line of JSON on stderr", async () => {
    const refusal = {
      success: false,
      data: null,
      error: "agent_not_found",
      meta: { code: "agent_not_found", hint: "No." },
    };
    const { code, err } = await cli.runAgainst(404, refusal, ["agents", "get", SOME_ID, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(err)).toMatchObject({ code: "agent_not_found", status: 404 });
  });

  it("1 for a policy that is wrong, with the place of each fault", async () => {
    const fault = {
      rule_id: "x",
      line: 2,
      column: 30,
      message: "unrecognized action",
      hint: "Register the tool first.",
    };
    const refusal = { success: false, data: { errors: [fault] }, error: "policy_invalid", meta: null };
    const file = cli.writeFile("wrong.cedar", '@id("x")\nforbid (principal, action, resource);\n');
    const { code, err } = await cli.runAgainst(422, refusal, ["policy", "upload", file]);
    expect(code).toBe(1);
    expect(err).toContain("  line 2:30: unrecognized action (rule x)\n    Register the tool first.\n");
  });
});
