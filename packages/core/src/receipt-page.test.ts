import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalize } from "./canonical-json.js";
import { positionOf, sealRow } from "./event-chain.js";
import { generateSigningKey } from "./keys.js";
import { makeReceipt, type Receipt, verifyReceipt } from "./receipt.js";

const PAGE = readFileSync(new URL("../../../docs/receipts.md", import.meta.url), "utf8");
const [, PROGRAM = ""] = /<!-- verify\.mjs -->\n```js\n([\s\S]*?)```/.exec(PAGE) ?? [];

const { signer } = generateSigningKey();
const other = generateSigningKey().signer;
const keys = { primary_fingerprint: signer.fingerprint, keys: [other.publicJwk, signer.publicJwk] };
const content = (seq: string, name: string) => canonicalize({ v: 1, seq, audit_id: `${name} ü`, tenant: "t", name });
const first = sealRow(content("1", "first"), null, signer);
const second = sealRow(content("2", "second"), positionOf(first), signer);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portcullis-receipt-page-"));
  await writeFile(join(folder, "verify.mjs"), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the page's program as a stranger would, in a folder without packages. */
async function runProgram(receipt: object, pinned: object): Promise<{ code: number | null; out: string }> {
  await writeFile(join(folder, "receipt.json"), JSON.stringify(receipt));
  await writeFile(join(folder, "keys.json"), JSON.stringify(pinned));
  const child = spawn(process.execPath, ["verify.mjs", "receipt.json", "keys.json"], { cwd: folder, env: {} });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out };
}

describe("the verifier that docs/receipts.md prints", () => {
  it.each([
    ["the first row of a chain", first],
    ["a later row", second],
  ])("accepts a receipt of %s, and shows its content", async (_which, row) => {
    const receipt = makeReceipt({ row });
    expect(verifyReceipt(receipt, keys).valid).toBe(true);
    const { code, out } = await runProgram(receipt, keys);
    expect(out).toContain(JSON.parse(receipt.content).name);
    expect(code).toBe(0);
  });

  it("takes both as HTTP answers them", async () => {
    const receipt = makeReceipt({ row: second });
    const answerOf = (data: object) => ({ success: true, data, error: null, meta: null });
    const answers = [answerOf({ signature_valid: true, receipt }), answerOf(keys)] as const;
    expect(await runProgram(...answers)).toMatchObject({ code: 0, out: expect.stringContaining("second") });
    const changed = answerOf({ signature_valid: true, receipt: { ...receipt, prev_hash: null } });
    expect((await runProgram(changed, answers[1])).code).toBe(1);
  });

  it.each<[string, (receipt: Receipt) => object, object?]>([
    ["another content", (r) => ({ ...r, content: r.content.replace("second", "third") })],
    ["another place in the chain", (r) => ({ ...r, prev_hash: null })],
    ["another event hash", (r) => ({ ...r, event_hash: first.eventHash })],
    ["the signature of another row", (r) => ({ ...r, envelope: makeReceipt({ row: first }).envelope })],
    ["another audit id beside the content", (r) => ({ ...r, audit_id: "x" })],
    ["a key that was not pinned", (r) => r, { keys: [other.publicJwk] }],
    ["a pinned key under the signer's name", (r) => r, { keys: [{ ...other.publicJwk, kid: signer.fingerprint }] }],
  ])("refuses %s, as verifyReceipt does", async (_what, change, pinned = keys) => {
    const receipt = change(makeReceipt({ row: second }));
    expect(verifyReceipt(receipt, pinned as never).valid).toBe(false);
    expect((await runProgram(receipt, pinned)).code).toBe(1);
  });
});
