import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { newId } from "@portcullis/core";
import fc from "fast-check";
import { build } from "tsup";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testRecord } from "../testing/records.js";
import { openRecordBuffer, type RecordBuffer } from "./record-buffer.js";

const scratch = mkdtempSync(join(tmpdir(), "portcullis-buffer-"));
// Beside the package's own modules, so that the built writer finds better-sqlite3.
const built = fileURLToPath(new URL("../../node_modules/.cache/crash-writer", import.meta.url));
const open: RecordBuffer[] = [];

beforeAll(async () => {
  mkdirSync(built, { recursive: true });
  await build({
    config: false,
    entry: { "crash-writer": fileURLToPath(new URL("../testing/crash-writer.ts", import.meta.url)) },
    format: "esm",
    platform: "node",
    outDir: built,
    outExtension: () => ({ js: ".mjs" }),
    noExternal: [/^@portcullis\//, /^zod/, /^@noble\//],
    external: ["better-sqlite3"],
    silent: true,
    tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)),
    esbuildOptions: (options) => {
      options.conditions = ["portcullis-source", "import", "module", "node"];
    },
  });
});
afterEach(() => {
  for (const buffer of open.splice(0)) buffer.close();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function openIn(folder: string, instance = newId(), maxBytes?: number): RecordBuffer {
  const buffer = openRecordBuffer({ folder, instance, ...(maxBytes === undefined ? {} : { maxBytes }) });
  open.push(buffer);
  return buffer;
}

const newFolder = () => join(scratch, newId());

describe("the buffer's files", () => {
  it("are this user's alone, also in a folder that is open to others", async () => {
    const folder = mkdtempSync(join(scratch, "open-"));
    chmodSync(folder, 0o755);
    await openIn(folder).put(testRecord());
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    expect(modes.length).toBeGreaterThan(1);
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
  });
});

describe("the record buffer", () => {
  it("gives records back oldest first until each is acknowledged, over any order of puts, acks and reopenings", () => {
    type Step = { kind: "put" } | { kind: "ack" | "apart"; at: number } | { kind: "reopen" };
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.constant<Step>({ kind: "put" }),
      fc.record({ kind: fc.constantFrom("ack" as const, "apart" as const), at: fc.nat(8) }),
      fc.constant<Step>({ kind: "reopen" }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const folder = newFolder();
        let buffer = openRecordBuffer({ folder, instance: newId() });
        let expected: string[] = [];
        let apart = 0;
        for (const next of steps) {
          if (next.kind === "put") {
            const record = testRecord();
            void buffer.put(record);
            expected.push(record.record_id);
          } else if (next.kind === "reopen") {
            buffer.close();
            buffer = openRecordBuffer({ folder, instance: newId() });
          } else {
            const id = expected[next.at];
            if (id === undefined) continue;
            if (next.kind === "ack") buffer.acknowledge([id]);
            else buffer.setApart(id, "refused");
            apart += next.kind === "apart" ? 1 : 0;
            expected = expected.filter((other) => other !== id);
          }
        }
        expect(buffer.take(100).map(({ recordId }) => recordId)).toEqual(expected);
        expect(buffer.counts()).toMatchObject({ pending: expected.length, setApart: apart });
        expect(buffer.counts().pendingBytes > 0).toBe(expected.length > 0);
        buffer.close();
      }),
      { numRuns: 25 },
    );
  });

  it("counts a record off once, however often it is acknowledged", async () => {
    const buffer = openIn(newFolder());
    const [first, second] = [newId(), newId()];
    await buffer.put(testRecord(first));
    for (let time = 0; time < 3; time++) buffer.acknowledge([first, first]);
    expect(buffer.counts()).toMatchObject({ pending: 0, pendingBytes: 0 });
    await buffer.put(testRecord(second));
    expect(buffer.counts().pending).toBe(1);
    expect(buffer.take(10).map(({ recordId }) => recordId)).toEqual([second]);
  });

  it("leaves out those that are named, from memory and from the disk, and gives as many others", () => {
    const folder = mkdtempSync(join(scratch, "but-"));
    const ids = Array.from({ length: 6 }, () => newId());
    const first = openRecordBuffer({ folder, instance: newId() });
    for (const id of ids) void first.put(testRecord(id));
    const but = new Map([ids[0], ids[2]].map((id) => [id as string, true]));
    const expected = [ids[1], ids[3], ids[4]];
    expect(first.take(3, undefined, but).map(({ recordId }) => recordId)).toEqual(expected);
    first.close();
    const second = openRecordBuffer({ folder, instance: newId() });
    open.push(second);
    expect(second.take(3, undefined, but).map(({ recordId }) => recordId)).toEqual(expected);
  });

  it("loses no record that was put when its process is killed, and names the instance that left it", async () => {
    for (let round = 0; round < 3; round++) {
      const folder = newFolder();
      const instance = newId();
      const child = spawn(process.execPath, [join(built, "crash-writer.mjs"), folder, instance], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const put: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        put.push(line);
        if (put.length === 50 + round * 37) child.kill("SIGKILL");
      }
      const buffer = openIn(folder);
      const kept = buffer.take(1_000_000).map(({ recordId }) => recordId);
      expect(kept.slice(0, put.length)).toEqual(put);
      expect(kept.length).toBeLessThanOrEqual(put.length + 1);
      expect(buffer.previousInstances).toEqual([instance]);
    }
  });

  it("names every instance that had the folder, those that left records first, also when none left any", async () => {
    const folder = newFolder();
    const instances = [newId(), newId(), newId()];
    for (const [index, instance] of instances.entries()) {
      const buffer = openRecordBuffer({ folder, instance });
      expect(buffer.previousInstances).toEqual(instances.slice(0, index).reverse());
      buffer.close();
    }
    const leaving = openRecordBuffer({ folder, instance: instances[0] ?? "" });
    await leaving.put(testRecord());
    leaving.close();
    expect(openIn(folder).previousInstances).toEqual([instances[0], instances[2], instances[1]]);
  });

  it("names no more instances than a session may, and none that left records is among those it forgets", async () => {
    const folder = newFolder();
    const first = newId();
    const leaving = openRecordBuffer({ folder, instance: first });
    await leaving.put(testRecord());
    leaving.close();
    for (let opening = 0; opening < 105; opening++) openRecordBuffer({ folder, instance: newId() }).close();
    const { previousInstances } = openIn(folder);
    expect(previousInstances).toHaveLength(100);
    expect(previousInstances[0]).toBe(first);
  });

  it("has a secret of its folder, the same at each opening and no other folder's", () => {
    const [one, other] = [newFolder(), newFolder()];
    const secretOf = (folder: string) => {
      const buffer = openRecordBuffer({ folder, instance: newId() });
      buffer.close();
      return buffer.folderSecret;
    };
    const first = secretOf(one);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(secretOf(one)).toBe(first);
    expect(secretOf(other)).not.toBe(first);
  });

  it("refuses a folder that another buffer has open, and says what to do", () => {
    const folder = newFolder();
    openIn(folder);
    expect(() => openIn(folder)).toThrow(
      expect.objectContaining({ code: "folder_locked", message: expect.stringContaining("a folder of its own") }),
    );
  });

  it("refuses a file that is no buffer without touching it", () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, "records.sqlite"), "something else entirely, longer than a header ".repeat(50));
    expect(() => openIn(folder)).toThrow(expect.objectContaining({ code: "folder_unusable" }));
  });

  it("is whole or refused, and left as it is, whichever page of its file was damaged while it was closed", async () => {
    const [folder, damaged] = [newFolder(), newFolder()];
    const whole = openRecordBuffer({ folder, instance: newId() });
    // Of all lengths: within a page, and over many.
    const puts = Array.from({ length: 60 }, (_, index) =>
      testRecord(newId(), { response_hash: "x".repeat(index * 200) }),
    );
    await Promise.all(puts.map((record) => whole.put(record)));
    whole.close();
    const file = join(damaged, "records.sqlite");
    const bytes = readFileSync(join(folder, "records.sqlite"));
    const bad = Buffer.alloc(4096, 0xa5);
    mkdirSync(damaged);
    let refused = 0;
    for (let at = 0; at < bytes.length; at += bad.length) {
      for (const left of [
        Buffer.concat([bytes.subarray(0, at), bad, bytes.subarray(at + bad.length)]),
        bytes.subarray(0, at),
      ]) {
        if (left.length === 0) continue;
        writeFileSync(file, left);
        try {
          const buffer = openRecordBuffer({ folder: damaged, instance: newId() });
          const kept = buffer.take(100);
          expect(kept.map(({ recordId }) => recordId)).toEqual(puts.map(({ record_id }) => record_id));
          await buffer.put(testRecord());
          buffer.acknowledge(kept.map(({ recordId }) => recordId));
          expect(buffer.counts().pending).toBe(1);
          buffer.close();
        } catch (error) {
          expect(error).toMatchObject({ code: "folder_unusable", message: expect.stringContaining(damaged) });
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(bytes.length / bad.length);
  });

  it("has no room from its limit on, and takes the records of running calls all the same", async () => {
    const buffer = openIn(newFolder(), newId(), 1000);
    expect(buffer.hasRoom()).toBe(true);
    for (let index = 0; index < 3; index++) await buffer.put(testRecord());
    expect(buffer.hasRoom()).toBe(false);
    expect(buffer.take(10)).toHaveLength(3);
    buffer.acknowledge(buffer.take(10).map(({ recordId }) => recordId));
    expect(buffer.hasRoom()).toBe(true);
  });

  it("bounds what it gives by bytes, and always gives one", () => {
    const buffer = openIn(newFolder());
    for (let index = 0; index < 3; index++) void buffer.put(testRecord());
    expect(buffer.take(10, 1)).toHaveLength(1);
  });
});
