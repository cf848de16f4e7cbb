import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { canonicalize, generateSigningKey, makeReceipt, sealRow } from "@portcullis/core";
import { findFreePort, makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContext } from "./context.js";
import { runCli } from "./program.js";

let folder: TempFolder;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
});
afterAll(() => folder.remove());

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  args: readonly string[],
  options: { stdin?: string; env?: Record<string, string>; stopAtFirstLine?: boolean } = {},
): Promise<Result> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const texts = { out: "", err: "" };
  const stopped = new AbortController();
  stdout.on("data", (chunk: Buffer) => {
    texts.out += chunk.toString("utf8");
    if (options.stopAtFirstLine) stopped.abort();
  });
  stderr.on("data", (chunk: Buffer) => {
    texts.err += chunk.toString("utf8");
  });
  const context = createContext({
    env: { PORTCULLIS_HOME: join(folder.path, "home"), ...options.env },
    stdin: Readable.from([options.stdin ?? ""]),
    stdout,
    stderr,
    untilStopped: () => stopped.signal,
  });
  const code = await runCli(context, args);
  return { code, ...texts };
}

const ID = "6f1f1f0e-8f0e-4a53-9d9d-111111111111";

/** Runs a command against a service that always answers the same, and gives the body that it was sent too. */
async function runAgainst(status: number, answer: object, args: readonly string[]) {
  let sent = "";
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => {
      sent += chunk.toString("utf8");
    });
    request.on("end", () =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const result = await run([...args, "--url", url, "--token", "t", "--tenant", ID]);
  server.closeAllConnections();
  server.close();
  return { ...result, body: sent === "" ? undefined : (JSON.parse(sent) as unknown) };
}

const writeFile = (name: string, text: string | Buffer) => {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
};

describe("exit codes", () => {
  it.each([["--help"], ["agents", "--help"], ["policy", "upload", "--help"], ["--version"]])(
    "0 for help: %s %s %s",
    async (...args) => {
      expect((await run(args)).code).toBe(0);
    },
  );

  it.each([
    [["nonsense"], /unknown command/],
    [["agents", "list", "--nonsense"], /unknown option/],
    [["agents", "get"], /missing required argument/],
    [["agents", "get", "no-uuid", "--token", "t", "--tenant", "t"], /<agent-id>: Invalid UUID/],
    [["agents", "create"], /--name: Field required/],
    [["agents", "list"], /Nobody is signed in/],
    [["execute", "t", "{not json"], /not JSON/],
    [
      ["execute", "t", "{}", "--agent", "billing-bot", "--token", "t", "--tenant", "t"],
      /--agent .* takes an agent's id/,
    ],
    [["kill", "on", "--token", "t", "--tenant", "t"], /A reason is needed/],
    [["dev", "--sidecar-port", "70000"], /--sidecar-port takes a port/],
    [["scan", "/no/such/file"], /cannot be read/],
    [["tenant", "update-settings", "--burst", "many", "--token", "t"], /--burst takes a number/],
    [["status", "--url", "ftp://x"], /not an http or https address/],
  ])("2, and what to do, for %j", async (args, words) => {
    const { code, err, out } = await run(args);
    expect(err).toMatch(words);
    expect(code).toBe(2);
    expect(out).toBe("");
  });

  it.each([
    ["service", "health"],
    ["agents", "list", "--token", "t", "--tenant", ID],
  ])("3 when the service does not answer, with the address that was tried: %s %s", async (...args) => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const { code, err } = await run([...args, "--url", url, "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(err)).toMatchObject({
      code: "connection_failed",
      status: 0,
      error: expect.stringContaining(url),
    });
  });

  it.each([
    ["agent.deny.tool_not_granted", `portcullis agents grant ${ID} crm.search`],
    ["agent.deny.destructive_sql", `portcullis audit explain ${ID}`],
  ])("1 for a call refused by %s, with what can be done", async (rule_id, advice) => {
    const data = { action: "deny", rule_id, findings: [], score: 1, signals_evaluated: {}, audit_id: ID };
    const refusal = { success: false, data, error: "policy_denied", meta: { code: "policy_denied" } };
    const { code, out } = await runAgainst(403, refusal, ["execute", "crm.search", "{}", "--agent", ID]);
    expect(code).toBe(1);
    expect(out).toContain(advice);
  });

  it("1 when the service refuses, with the error as one line of JSON on stderr", async () => {
    const refusal = {
      success: false,
      data: null,
      error: "agent_not_found",
      meta: { code: "agent_not_found", hint: "No." },
    };
    const { code, err } = await runAgainst(404, refusal, ["agents", "get", ID, "--json"]);
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
    const file = writeFile("wrong.cedar", '@id("x")\nforbid (principal, action, resource);\n');
    const { code, err } = await runAgainst(422, refusal, ["policy", "upload", file]);
    expect(code).toBe(1);
    expect(err).toContain("  line 2:30: unrecognized action (rule x)\n    Register the tool first.\n");
  });
});

describe("policy simulate", () => {
  it("takes a file and says which calls would change", async () => {
    const change = {
      audit_id: ID,
      tool_name: "mail.send",
      agent_id: ID,
      at: "2026-01-31T09:30:00.000Z",
      was: { decision: "allow", rule_id: null },
      now: { decision: "deny", rule_id: "no-mail" },
    };
    const data = { replayed: 3, unreplayable: 1, unchanged: 2, changed: [change] };
    const file = writeFile("draft.cedar", '@id("no-mail")\nforbid (principal, action, resource);\n');
    const answer = { success: true, data, error: null, meta: null };
    const { code, out, body } = await runAgainst(200, answer, ["policy", "simulate", file]);
    expect(code).toBe(0);
    expect(body).toMatchObject({ name: "draft", policy: readFileSync(file, "utf8") });
    expect(out).toMatch(/^3 calls replayed: 1 would change, 2 would not, 1 could not be/);
    expect(out).toMatch(/mail\.send +allow +deny by no-mail/);
  });
});

describe("receipt verify --keys", () => {
  const { signer } = generateSigningKey();
  const content = { v: 1, seq: "1", audit_id: "6f1f1f0e-8f0e-4a53-9d9d-222222222222", tenant: "t", outcome: "allowed" };
  const receipt = makeReceipt({ row: sealRow(canonicalize(content), null, signer) });
  const keys = { primary_fingerprint: signer.fingerprint, historical_keys: [], keys: [signer.publicJwk] };

  it("is 0 for a receipt signed by a pinned key, without any service", async () => {
    const file = writeFile("receipt.json", JSON.stringify({ signature_valid: true, receipt }));
    const pinned = writeFile("keys.json", JSON.stringify(keys));
    const { code, out } = await run(["receipt", "verify", file, "--keys", pinned, "--json"]);
    expect(JSON.parse(out)).toEqual({ valid: true, checked: "signature", violations: [] });
    expect(code).toBe(0);
  });

  it("is 1 for a changed one, and for a key that was not pinned", async () => {
    const pinned = writeFile("keys.json", JSON.stringify(keys));
    const others = writeFile("others.json", JSON.stringify([generateSigningKey().signer.publicJwk]));
    const changed = { ...receipt, content: receipt.content.replace("allowed", "refused") };
    const file = writeFile("changed.json", JSON.stringify(changed));
    expect((await run(["receipt", "verify", file, "--keys", pinned])).code).toBe(1);
    const good = writeFile("good.json", JSON.stringify(receipt));
    const { code, out } = await run(["receipt", "verify", good, "--keys", others]);
    expect(code).toBe(1);
    expect(out).toMatch(/unknown_key/);
  });
});

describe("text from files", () => {
  it.each(["scan", "redact"])(
    "%s refuses UTF-16, in which nothing would be found, and says what to do",
    async (command) => {
      for (const mark of [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]) {
        const text = Buffer.from("DROP TABLE users; mail ada@example.com", "utf16le");
        const { code, out, err } = await run([command, writeFile("utf-16.txt", Buffer.concat([mark, text]))]);
        expect([code, out]).toEqual([2, ""]);
        expect(err).toContain("Convert it to UTF-8");
      }
    },
  );

  it("may begin with a byte order mark of UTF-8", async () => {
    const file = writeFile("marked.json", '\ufeff{"to":"ada@example.com"}');
    const { code, out } = await run(["redact", "--json", file]);
    expect(code).toBe(0);
    expect(JSON.parse(out).payload).toEqual({ to: "[REDACTED:EMAIL]" });
  });

  it.each(['{"tols":[]}', '{"tools":[{"nam":"x"}]}', '{"mcp_servers":[]}'])(
    "a tools file like %s is refused with what is wrong and how one looks",
    async (text) => {
      const dataDir = join(folder.path, "never-made");
      const { code, err } = await run(["dev", "--data-dir", dataDir, "--tools", writeFile("tools.json", text)]);
      expect(code).toBe(2);
      expect(err).toMatch(/tools\.json is wrong:\n(?: {2}.+\n)+ {2}It looks like this:\n.*"mcp_servers"/);
    },
  );

  it("an argument that is a file is asked for as one when it is no JSON", async () => {
    const { code, err } = await run(["receipt", "verify", writeFile("no-receipt.txt", "no JSON"), "--token", "t"]);
    expect(code).toBe(2);
    expect(err).toContain("Give the path of a file with JSON, or - for standard input.");
  });
});

describe("scan and redact", () => {
  const lines = [
    '{"id":1,"text":"DROP TABLE users"}',
    '{"id":"b","payload":{"note":"hello"}}',
    "no json",
    '{"id":4}',
    '{"id":5,"text":"write to ada@example.com"}',
  ].join("\n");

  it("scan --jsonl answers each line in order, with an object for a bad one, and ends with 1", async () => {
    const { code, out } = await run(["scan", "--jsonl"], { stdin: lines });
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(5);
    expect(answers[0]).toMatchObject({ id: 1, findings: [{ code: "destructive_sql", path: "", start: 0, end: 16 }] });
    expect(Object.keys(answers[0].findings[0]).sort()).toEqual(
      ["code", "end", "path", "rule_id", "score", "severity", "start", "view"].sort(),
    );
    expect(answers[1]).toEqual({ id: "b", findings: [], risk: 0 });
    expect(answers[2]).toMatchObject({ line: 3, error: expect.any(String) });
    expect(answers[3]).toMatchObject({ line: 4, id: 4, error: expect.any(String) });
    expect(answers[4]).toMatchObject({ id: 5 });
    expect(code).toBe(1);
  });

  const tuning = (settings: object): string => {
    const path = join(folder.path, "tuning.json");
    writeFileSync(path, JSON.stringify(settings));
    return path;
  };

  it("scan and redact take a file of a tenant's settings, for one tool", async () => {
    const settings = tuning({
      scan: {
        phrases: [{ id: "dawn", phrase: "Project Dawn" }],
        allowed_contexts: [{ rules: ["sql"], tools: ["crm.*"] }],
      },
      redaction: { kinds: { email: "token" }, overrides: [{ tools: ["crm.*"], kinds: { email: "allow" } }] },
      approval_minutes: 15,
    });
    const stdin = '{"id":1,"text":"DROP TABLE users; about project dawn"}';
    const rulesWith = async (...args: string[]) => {
      const { out } = await run(["scan", "--jsonl", "--settings", settings, ...args], { stdin });
      return (JSON.parse(out) as { findings: { rule_id: string }[] }).findings.map(({ rule_id }) => rule_id);
    };
    expect(await rulesWith()).toEqual(["sql/drop-table", "tenant/dawn"]);
    expect(await rulesWith("--tool", "crm.query")).toEqual(["tenant/dawn"]);
    const mail = (...args: string[]) =>
      run(["redact", "--settings", settings, ...args], { stdin: "to ann@example.com" });
    expect((await mail()).out).toMatch(/^to \[REDACTED:EMAIL:[a-p]{16}\]$/);
    expect((await mail("--tool", "crm.query")).out).toBe("to ann@example.com");
  });

  it.each(["scan", "redact", "scan dry-run"])("%s says everything that is wrong with such a file", async (command) => {
    const args = command.split(" ");
    const settings = tuning({
      scan: { rules_off: ["sql/drop-tabel"], thresholds: { persna: 0.5 } },
      redaction: { patterns: [{ id: "a", pattern: "##", action: "mask" }] },
    });
    const { code, err } = await run([...args, "--settings", settings], { stdin: "text" });
    expect(code).toBe(2);
    expect(err).toContain(
      'scan.rules_off.0: no rule or family is called "sql/drop-tabel"; did you mean sql/drop-table?',
    );
    expect(err).toContain("did you mean persona?");
    expect(err).toContain("redaction.patterns.0.pattern");
    const misshapen = tuning({ scan: { rules: [] }, redaction: { kinds: { email: "hide" } } });
    const other = await run([...args, "--settings", misshapen], { stdin: "text" });
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/scan\.rules: /);
    expect(other.err).toMatch(/redaction\.kinds\.email: /);
  });

  it("rules shows one rule with its examples, a family, or the name that was meant", async () => {
    const one = await run(["rules", "sql/drop-table"]);
    expect(one.out).toMatch(/DROP TABLE users[\s\S]*docs\/detection\.md#rule-sql-drop-table/);
    const family = JSON.parse((await run(["rules", "sql", "--json"])).out) as { items: { family: string }[] };
    expect(family.items.length).toBeGreaterThan(5);
    expect(new Set(family.items.map((rule) => rule.family))).toEqual(new Set(["sql"]));
    const unknown = await run(["rules", "sql/drop-tabel"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toContain("Did you mean sql/drop-table?");
  });

  it("scan --linear adds the learned layer's score and changes neither findings nor risk", async () => {
    const plain = JSON.parse((await run(["scan", "--jsonl"], { stdin: '{"id":7,"text":"DROP TABLE users"}' })).out);
    const { out } = await run(["scan", "--jsonl", "--linear"], { stdin: '{"id":7,"text":"DROP TABLE users"}' });
    expect(JSON.parse(out)).toEqual({ ...plain, linear_score: expect.any(Number) });
  });

  it("redact --jsonl keeps the line's shape and says where it redacted", async () => {
    const stdin = '{"id":1,"text":"write to ada@example.com"}\n{"id":2,"payload":{"to":["ada@example.com"]}}\n';
    const { code, out } = await run(["redact", "--jsonl"], { stdin });
    const [text, payload] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(text).toMatchObject({ id: 1, redactions: [{ kind: "email", path: "", start: 9, end: 24 }] });
    expect(text.text).not.toContain("ada@");
    expect(payload).toMatchObject({ id: 2, redactions: [{ kind: "email", path: "/to/0" }] });
    expect(code).toBe(0);
  });

  it.each([
    ["text", "write to ada@example.com\nand go\n", "write to [REDACTED:EMAIL]\nand go\n"],
    ["json", '[ {"ssn": 123456789} ]\n', '[ {"ssn": 0} ]\n'],
    ["events", 'data: {"to":"ada@example.com"}\n\n', 'data: {"to":"[REDACTED:EMAIL]"}\n\n'],
  ])("redact --stream %s redacts what arrives and leaves the rest as it came", async (form, stdin, expected) => {
    const { code, out } = await run(["redact", "--stream", form], { stdin });
    expect([code, out]).toEqual([0, expected]);
  });

  it("redact --stream ends with an error where it cannot promise its result, and shows nothing of it", async () => {
    const { code, out, err } = await run(["redact", "--stream", "json"], { stdin: '{"a":"ada@example.com" oops' });
    expect(code).toBe(1);
    expect(out + err).not.toContain("ada@");
  });

  it("--jsonl answers a line that is too long as a bad one, and goes on", async () => {
    const stdin = `{"id":1,"text":"${"x".repeat(64 * 1024 * 1024)}"}\n{"id":2,"text":"ok"}\n`;
    const { code, out } = await run(["redact", "--jsonl"], { stdin });
    const [bad, good] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(bad).toMatchObject({ line: 1, error: expect.any(String) });
    expect(good).toMatchObject({ id: 2, text: "ok" });
    expect(code).toBe(1);
  });

  it("without --jsonl marks what was found in the text, without colours where nobody looks", async () => {
    const { out } = await run(["scan"], { stdin: "DROP TABLE users; -- tidy up" });
    expect(out).toMatch(/»DROP TABLE users[^«]*«/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
    expect(out).not.toMatch(/\u001b/);
  });
});

describe("an answer for people", () => {
  it("has what is inside of a value in words, never as JSON", async () => {
    const data = {
      id: ID,
      rows: [{ name: "one", inside: { kind: "x", list: [{ n: 1 }] } }],
      metadata: { limits: { daily: "5", tags: ["a", "b"] }, empty: {} },
    };
    const { out } = await runAgainst(200, { success: true, data }, ["agents", "get", ID]);
    expect(out).toBe(
      [
        `id  ${ID}`,
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

  it("is a line for each event of a stream, and JSON for programs", async () => {
    const data = {
      audit_id: ID,
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
    const args = ["events", "stream", "--url", url, "--token", "t", "--tenant", ID];
    const text = await run(args, { stopAtFirstLine: true });
    expect(text.out).toMatch(
      /^ +7 {2}2026-01-31T00:00:00\.000Z {2}deny +denied +customers\.query +- +tool_not_granted\n$/,
    );
    const json = await run([...args, "--json"], { stopAtFirstLine: true });
    expect(JSON.parse(json.out)).toMatchObject({ id: "7", event: "decision", data });
    server.closeAllConnections();
    server.close();
  });

  it("warns of a grant whose tool is not registered, and grants it", async () => {
    const tools = { items: [{ tool_name: "customers.query" }], next_cursor: null };
    const data = { id: ID, tool_name: "customers.qurey", action: "ALLOW", ...tools };
    const args = ["agents", "grant", ID, "customers.qurey"];
    const { code, out, err } = await runAgainst(200, { success: true, data }, args);
    expect(code).toBe(0);
    expect(out).toContain("customers.qurey");
    expect(err).toContain("No tool customers.qurey is registered: the grant has no use until one is.");
    const known = { ...data, tool_name: "customers.query" };
    expect((await runAgainst(200, { success: true, data: known }, args)).err).toBe("");
  });
});

describe("policy check --offline", () => {
  it.each([
    ['@id("a") permit (principal, action, resource);', 0, /1 rule, nothing wrong/],
    ["permit (principal, action, resource);", 1, /has no @id/],
    ['@id("a") permit (principal, action, resource)', 1, /does not end with ';'/],
    ['@id("a") permit (principal, action, resource;', 1, /'\(' is not closed/],
    ['@id("a") allow (principal, action, resource);', 1, /begins with permit or forbid/],
    ['@id("a") permit(principal, action, resource);\n@id("a") forbid(principal, action, resource);', 1, /line 1/],
    ['@id("a") permit(principal, action, resource) when { context.x == "}" }; // ( in a comment', 0, /1 rule/],
  ])("%j ends with %i", async (text, exitCode, words) => {
    const { code, out } = await run(["policy", "check", "-", "--offline"], { stdin: text });
    expect(out).toMatch(words);
    expect(code).toBe(exitCode);
  });
});

describe("the stored login", () => {
  it("is for its owner alone, is sent to its own service only, and is forgotten by logout", async () => {
    const seen: { url: string; authorization: string | undefined }[] = [];
    const id = "6f1f1f0e-8f0e-4a53-9d9d-333333333333";
    const data: Record<string, object> = {
      "/auth/token": {
        access_token: "secret-token",
        token_type: "bearer",
        expires_in: 900,
        tenant_id: id,
        role: "ADMIN",
      },
      "/agents/summary": { total: 0, active: 0, quarantined: 0, by_risk_level: {} },
    };
    const server = createServer((request, response) => {
      const url = request.url ?? "";
      seen.push({ url, authorization: request.headers.authorization });
      response.writeHead(url === "/auth/logout" ? 204 : 200, { "content-type": "application/json" });
      response.end(
        url === "/auth/logout" ? "" : JSON.stringify({ success: true, data: data[url], error: null, meta: null }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const home = join(folder.path, "login-home");
    mkdirSync(home, { mode: 0o755 });
    const env = { PORTCULLIS_HOME: home };

    const login = await run(["login", "--url", url, "--tenant", id, "--email", "a@b.example"], {
      stdin: "pass word\n",
      env,
    });
    expect(login.code).toBe(0);
    const file = join(home, "session.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain("pass word");
    expect((await run(["agents", "summary"], { env })).code).toBe(0);
    expect(seen.at(-1)).toEqual({ url: "/agents/summary", authorization: "Bearer secret-token" });

    const elsewhere = await run(["agents", "summary", "--url", "http://127.0.0.1:9"], { env });
    expect(elsewhere.err).toMatch(/The stored login is for/);
    expect(elsewhere.code).toBe(2);

    expect((await run(["logout"], { env })).code).toBe(0);
    expect(seen.at(-1)).toEqual({ url: "/auth/logout", authorization: "Bearer secret-token" });
    expect((await run(["agents", "summary"], { env })).err).toMatch(/Nobody is signed in/);
    server.closeAllConnections();
    server.close();
  });
});
