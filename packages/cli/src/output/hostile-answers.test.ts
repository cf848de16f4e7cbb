// What stands in answers came from agents, tools and their servers: it must not drive the terminal, forge a line, or become
// another command where a line is pasted.

import { execFileSync } from "node:child_process";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("hostile");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

const DRIVING = "\u001b[2J\u001b]0;title\u0007\u009b31m\r\b\u007f\u202e";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const DRIVES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const evil = `evil${DRIVING}`;
const name = `${evil}\nforged  line`;
const HASH = "ab".repeat(32);

describe("nothing of an answer drives the terminal or forges a line", () => {
  const agent = {
    id: SOME_ID,
    name,
    status: "ACTIVE",
    metadata: { [name]: { [name]: name }, list: [{ [name]: name }] },
  };
  const tool = { tool_name: evil, description: name, definition_hash: null, input_schema: { [name]: name } };
  const pending = {
    definition_hash: HASH,
    definition: { [evil]: evil },
    findings: [],
    seen_at: "2026-01-02T00:00:00Z",
  };
  const page = (item: object) => ({ items: [item, { [name]: name }], next_cursor: name });
  const answers: [readonly string[], unknown][] = [
    [["agents", "get", SOME_ID], agent],
    [["agents", "list"], page(agent)],
    [["agents", "quarantine", SOME_ID], agent],
    [["registry", "list-tools"], page(tool)],
    [["registry", "update-tool", "x", "--description", "y"], tool],
    [["tools", "approve", "x", HASH], tool],
    [["tools", "pending"], { items: [{ ...tool, pending }], next_cursor: null }],
    [["tenant", "get-settings"], evil],
  ];
  it.each(answers)("%j", async (args, data) => {
    const { out, err } = await cli.runAgainst(200, { success: true, data, error: null, meta: null }, args);
    expect(out + err).toContain("evil");
    expect(out + err).not.toMatch(DRIVES);
    expect(out + err).not.toMatch(/^ {0,2}forged/m);
  });

  it("an error", async () => {
    const answer = { success: false, data: { [name]: name }, error: evil, meta: { code: "conflict", hint: evil } };
    const { err } = await cli.runAgainst(409, answer, ["agents", "get", SOME_ID]);
    expect(err).toContain("evil");
    expect(err).not.toMatch(DRIVES);
    expect(err).not.toMatch(/^ {0,2}forged/m);
  });
});

it.each(["a;touch x", "$(touch x)", "`touch x`", "it's 'quoted' & more", "files.read"])(
  "the line that approves the tool %j is pasted as it is meant",
  async (tool_name) => {
    const pending = { definition_hash: HASH, definition: {}, findings: [], seen_at: "2026-01-02T00:00:00Z" };
    const data = { items: [{ tool_name, definition_hash: null, pending }], next_cursor: null };
    const { out } = await cli.runAgainst(200, { success: true, data, error: null, meta: null }, ["tools", "pending"]);
    const line = /\$ (portcullis .*)/.exec(out)?.[1] ?? "";
    const script = `portcullis() { printf '%s\\n' "$@"; }\n${line}`;
    const words = execFileSync("sh", ["-c", script], { encoding: "utf8", cwd: folder.path });
    expect(words.trimEnd().split("\n")).toEqual(["tools", "approve", tool_name, HASH.slice(0, 12)]);
  },
);
