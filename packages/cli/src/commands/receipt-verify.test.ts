import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalize, generateSigningKey, makeReceipt, sealRow } from "@portcullis/core";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CliFixture, createCliFixture } from "../cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

const { signer } = generateSigningKey();
const AUDIT_ID = "6f1f1f0e-8f0e-4a53-9d9d-222222222222";
const content = { v: 1, seq: "1", audit_id: AUDIT_ID, tenant: "t", outcome: "allowed" };
const receipt = makeReceipt({ row: sealRow(canonicalize(content), null, signer) });

describe.each([
  ["receipts", "get"],
  ["audit", "receipt"],
])("%s %s --out", (...words) => {
  // The same answer says to the search for the row that there is none yet, so that its id is taken as it is.
  const answer = { success: true, data: { signature_valid: true, receipt, items: [] }, error: null, meta: null };

  it("writes the receipt, and says where it is instead of printing it", async () => {
    const file = join(folder.path, "kept.json");
    const { code, out } = await cli.runAgainst(200, answer, [...words, AUDIT_ID, "--out", file]);
    expect(code).toBe(0);
    expect(out).toBe(`✓ signed, the receipt of row ${AUDIT_ID} is in ${file}.\n`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(receipt);
  });

  it.each([
    [["missing", "r.json"], /cannot be written: the folder that it belongs in is not there/],
    [[], /cannot be written: a folder is where the file should be/],
  ])("is 2, with why, where %j cannot be written", async (place, why) => {
    const { code, err } = await cli.runAgainst(200, answer, [...words, AUDIT_ID, "--out", join(folder.path, ...place)]);
    expect(err).toMatch(why);
    expect(code).toBe(2);
  });
});

describe("receipt verify --keys", () => {
  const keys = { primary_fingerprint: signer.fingerprint, historical_keys: [], keys: [signer.publicJwk] };

  it("is 0 for a receipt signed by a pinned key, without any service", async () => {
    const file = cli.writeFile("receipt.json", JSON.stringify({ signature_valid: true, receipt }));
    const pinned = cli.writeFile("keys.json", JSON.stringify(keys));
    const { code, out } = await cli.run(["receipt", "verify", file, "--keys", pinned, "--json"]);
    expect(JSON.parse(out)).toEqual({ valid: true, checked: "signature", violations: [] });
    expect(code).toBe(0);
  });

  it("is 1 for a changed one, and for a key that was not pinned", async () => {
    const pinned = cli.writeFile("keys.json", JSON.stringify(keys));
    const others = cli.writeFile("others.json", JSON.stringify([generateSigningKey().signer.publicJwk]));
    const changed = { ...receipt, content: receipt.content.replace("allowed", "refused") };
    const file = cli.writeFile("changed.json", JSON.stringify(changed));
    expect((await cli.run(["receipt", "verify", file, "--keys", pinned])).code).toBe(1);
    const good = cli.writeFile("good.json", JSON.stringify(receipt));
    const { code, out } = await cli.run(["receipt", "verify", good, "--keys", others]);
    expect(code).toBe(1);
    expect(out).toMatch(/unknown_key/);
  });

  it("is 2 for a receipt that says something twice: of the two a reader may see the other one", async () => {
    const pinned = cli.writeFile("keys.json", JSON.stringify(keys));
    const [first, ...rest] = JSON.stringify(receipt);
    const forged = JSON.stringify(receipt.content.replace("allowed", "refused"));
    const file = cli.writeFile("twice.json", `${first}"content":${forged},${rest.join("")}`);
    const { code, out, err } = await cli.run(["receipt", "verify", file, "--keys", pinned]);
    expect(out).toBe("");
    expect(err).toMatch(/more than one way: an object has the key "content" more than once/);
    expect(code).toBe(2);
  });

  it("parses each file once", async () => {
    const texts = { "keys.json": JSON.stringify(keys), "receipt.json": JSON.stringify(receipt) };
    const [pinned = "", file = ""] = Object.entries(texts).map(([name, text]) => cli.writeFile(name, text));
    const parse = vi.spyOn(JSON, "parse");
    expect((await cli.run(["receipt", "verify", file, "--keys", pinned])).code).toBe(0);
    const parsed = parse.mock.calls.map(([text]) => text);
    expect(parsed.filter((text) => Object.values(texts).includes(text))).toEqual(Object.values(texts));
  });

  it.each([
    ['{"a":1e400}', /is not JSON: the number 1e400 at "\/a" is larger than programs hold/],
    ['{"a":1', /is not JSON: .*JSON at position 6/],
    ["[".repeat(65), /is not JSON/],
    [`${"[".repeat(65)}${"]".repeat(65)}`, /more than one way: the JSON is nested more than 64 levels/],
    ['{"a":"\\ud800"}', /more than one way: a string holds an unpaired surrogate/],
  ])("is 2 for %s as either file, with what is wrong in it", async (text, words) => {
    const wrong = cli.writeFile("wrong.json", text);
    const pinned = cli.writeFile("keys.json", JSON.stringify(keys));
    const file = cli.writeFile("receipt.json", JSON.stringify(receipt));
    for (const [what, ...files] of [
      ["The receipt", wrong, "--keys", pinned],
      ["The keys' file", file, "--keys", wrong],
    ] as const) {
      const { code, out, err } = await cli.run(["receipt", "verify", ...files]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(words);
      expect(err).toContain(what);
    }
  });

  it.each([
    ["receipt", ["people.txt", "--keys", "keys.json"], /receipt get <audit-id> --json/],
    ["keys", ["good.json", "--keys", "people.txt"], /transparency keys --json/],
  ])(
    "is 2 for a %s file that holds what is printed for people, and says how to make one",
    async (_what, words, hint) => {
      cli.writeFile("people.txt", "audit_id  6f1f1f0e-8f0e-4a53-9d9d-222222222222\n");
      cli.writeFile("keys.json", JSON.stringify(keys));
      cli.writeFile("good.json", JSON.stringify(receipt));
      const args = words.map((word) => (word.startsWith("-") ? word : join(folder.path, word)));
      const { code, err } = await cli.run(["receipt", "verify", ...args]);
      expect(err).toMatch(/is not JSON/);
      expect(err).toMatch(hint);
      expect(code).toBe(2);
    },
  );

  it.each([[[]], [["--keys", "keys.json"]]])(
    "is 2 without a receipt, and says how it is called (%j)",
    async (words) => {
      const { code, err } = await cli.run(["receipt", "verify", ...words]);
      expect(err).toMatch(/receipt's file is missing[\s\S]*portcullis receipt verify FILE --keys KEYS/);
      expect(code).toBe(2);
    },
  );

  it("is what somebody without a login is told of, who asks the service", async () => {
    const file = cli.writeFile("receipt.json", JSON.stringify(receipt));
    const { code, err } = await cli.run(["receipt", "verify", file]);
    expect(err).toMatch(/Nobody is signed in/);
    expect(err).toMatch(/portcullis receipt verify FILE --keys KEYS/);
    expect(code).toBe(2);
  });
});

describe("receipt get", () => {
  it("says which members of the row are the word of its edge", async () => {
    const { signer } = generateSigningKey();
    const audit_id = "6f1f1f0e-8f0e-4a53-9d9d-222222222222";
    const call = { v: 1, seq: "1", audit_id, tenant: "t", findings: [], outcome: "allowed" };
    const content = { ...call, instance: "edge-1", edge_statement: { dispatched: true } };
    const receipt = makeReceipt({ row: sealRow(canonicalize(content), null, signer) });
    // The same answer to the search for the row, which finds none but the id, and to the request for its receipt.
    const data = { items: [], next_cursor: null, signature_valid: true, receipt };
    const answer = { success: true, data, error: null, meta: null };
    const { code, out } = await cli.runAgainst(200, answer, ["receipt", "get", audit_id]);
    expect(out).toContain("The word of the edge edge-1: findings, outcome, edge_statement.");
    expect(code).toBe(0);
  });
});
