import { readFileSync } from "node:fs";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

describe("policy test", () => {
  it("says of a case that is not whole where it is in the file", async () => {
    const file = cli.writeFile("cases.json", JSON.stringify([{ name: "one", tool_name: "t" }]));
    const { code, err } = await cli.run(["policy", "test", file, "--token", "t", "--tenant", SOME_ID]);
    expect(err).toContain("<file> tests 0.expect: Field required");
    expect(code).toBe(2);
  });
});

describe("policy test against a service", () => {
  it("warns of tools that nobody registered, beside the results", async () => {
    const verdict = { decision: "allow", rule_id: null };
    const results = [{ name: "one", passed: true, expected: verdict, actual: verdict }];
    const data = { passed: 1, failed: 0, results, unknown_tools: ["paymets.send"] };
    const cases = [{ name: "one", tool_name: "paymets.send", expect: verdict }];
    const file = cli.writeFile("cases.json", JSON.stringify(cases));
    const answer = { success: true, data, error: null, meta: null };
    const shown = await cli.runAgainst(200, answer, ["policy", "test", file]);
    expect([shown.code, shown.out]).toEqual([0, "✓ one\n1 passed, 0 failed\n"]);
    expect(shown.err).toMatch(/^! No tool paymets\.send is registered/);
    const json = await cli.runAgainst(200, answer, ["policy", "test", file, "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({ unknown_tools: ["paymets.send"] });
  });
});

describe("policy simulate", () => {
  it("takes a file and says which calls would change", async () => {
    const change = {
      audit_id: SOME_ID,
      tool_name: "mail.send",
      agent_id: SOME_ID,
      at: "2026-01-31T09:30:00.000Z",
      was: { decision: "allow", rule_id: null },
      now: { decision: "deny", rule_id: "no-mail" },
    };
    const data = { replayed: 3, unreplayable: 1, unchanged: 2, changed: [change], note: null };
    const file = cli.writeFile("draft.cedar", '@id("no-mail")\nforbid (principal, action, resource);\n');
    const answer = { success: true, data, error: null, meta: null };
    const { code, out, body } = await cli.runAgainst(200, answer, ["policy", "simulate", file]);
    expect(code).toBe(0);
    expect(body).toMatchObject({ name: "draft", policy: readFileSync(file, "utf8") });
    expect(out).toMatch(/^3 calls replayed: 1 would change, 2 would not, 1 could not be/);
    expect(out).toMatch(/mail\.send +allow +deny by no-mail/);
  });

  it.each([
    [0, "There is nothing to replay yet.\n"],
    [2, /^0 calls replayed: .* 2 could not be .*\nThere is nothing to replay yet\.\n$/],
  ])(
    "says what the service says where nothing was replayed, and %i calls could not be",
    async (unreplayable, words) => {
      const note = "There is nothing to replay yet.";
      const data = { replayed: 0, unreplayable, unchanged: 0, changed: [], note };
      const file = cli.writeFile("draft.cedar", '@id("no-mail")\nforbid (principal, action, resource);\n');
      const { code, out } = await cli.runAgainst(200, { success: true, data }, ["policy", "simulate", file]);
      expect(code).toBe(0);
      if (typeof words === "string") expect(out).toBe(words);
      else expect(out).toMatch(words);
    },
  );
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
    const { code, out } = await cli.run(["policy", "check", "-", "--offline"], { stdin: text });
    expect(out).toMatch(words);
    expect(code).toBe(exitCode);
  });
});
