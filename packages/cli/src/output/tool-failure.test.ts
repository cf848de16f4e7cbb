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

const signal = { score: 0, threshold: 0.7, triggered: false };
const envelope = {
  action: "allow",
  rule_id: null,
  findings: [],
  score: 0,
  signals_evaluated: { inference: signal, policy: signal, behavior: signal },
  audit_id: SOME_ID,
  receipt_url: `/audit/logs/${SOME_ID}/receipt`,
  cost_usd: "0.01",
};
const answerOf = (code: string, members: object) => ({
  success: false,
  data: { ...envelope, ...members },
  error: code,
  meta: { code, hint: "A hint." },
});

describe.each([
  ["execute", ["execute", "crm.search", "{}", "--agent", SOME_ID]],
  ["execution execute", ["execution", "execute", "--tool-name", "crm.search", "--agent", SOME_ID]],
])("a tool that failed under %s", (_, args) => {
  it.each([
    [
      "upstream_error",
      502,
      { tool_status: 400, result: { error: "Bad", message: "no such column" } },
      "no such column",
    ],
    [
      "upstream_error",
      502,
      { tool_status: 500, result: { isError: true, content: [{ type: "text", text: "gone" }] } },
      "gone",
    ],
    ["upstream_error", 502, { tool_status: 503, result: "try\nlater" }, "try\n    later"],
    ["upstream_error", 502, { tool_status: 500, result: { code: 7 } }, '{"code":7}'],
    ["upstream_error", 502, { tool_status: null, result: null }, "look there before you repeat"],
    ["upstream_timeout", 504, {}, "look there before you repeat"],
    ["upstream_unreachable", 502, { cost_usd: "0" }, "Start it at its address"],
    ["response_withheld", 502, {}, "Do not repeat"],
    ["response_too_large", 502, {}, "Ask it for less"],
  ])("with %s (%i) has one cause, what to do and the row: %j", async (code, status, members, words) => {
    const { code: exitCode, out, err } = await cli.runAgainst(status, answerOf(code, members), args);
    expect([exitCode, out]).toEqual([1, ""]);
    expect(err).toMatch(new RegExp(`^✗ The tool.* \\(${code}, HTTP ${status}\\)\\n`));
    expect(err).toContain(words);
    expect(err).toContain(`portcullis audit explain ${SOME_ID}`);
    expect(err.includes("It cost $0.01.")).toBe(!("cost_usd" in members));
    expect(err).not.toMatch(/signals_evaluated|threshold|receipt_url/);
    expect(err.trimEnd().split("\n").length).toBeLessThanOrEqual(5);
  });

  it("has the whole envelope with --json", async () => {
    const members = { tool_status: 400, result: { error: "Bad" } };
    const { err } = await cli.runAgainst(502, answerOf("upstream_error", members), [...args, "--json"]);
    expect(JSON.parse(err)).toMatchObject({ code: "upstream_error", status: 502, data: { ...envelope, ...members } });
  });

  it("that named integers of any length has them with --json as they are", async () => {
    const members = { tool_status: 400, result: { id: 2n ** 64n } };
    const { code, err } = await cli.runAgainst(502, answerOf("upstream_error", members), [...args, "--json"]);
    expect([code, err]).toEqual([1, expect.stringContaining(`"id":${2n ** 64n}`)]);
  });

  it("that said very much, or what would paint the terminal, is shown in part and harmless", async () => {
    const result = `\u001b[31m${"x".repeat(5000)}`;
    const { err } = await cli.runAgainst(502, answerOf("upstream_error", { tool_status: 500, result }), args);
    expect(err.length).toBeLessThan(1200);
    expect(err).not.toContain("\u001b");
  });
});
