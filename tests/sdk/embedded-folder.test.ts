// The folder of an edge inside a program of one's own: what becomes of its records when the program closes or is killed, and who
// else may have it.

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openRecordBuffer } from "@portcullis/edge/buffer-sqlite";
import { type EmbeddedOptions, openEmbeddedPortcullis } from "@portcullis/sdk/embedded";
import { afterEach, describe, expect, test } from "vitest";
import { testRecord } from "../../packages/edge/src/testing/records.js";
import { decidedBy, useEmbedded } from "./embedded-stack.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { stack, folder, settings, open, rowOf } = useEmbedded();
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Starts the embedding program; `say` sends it a line, `next` waits for its next one. */
function startChild(given: object, { cwd = ROOT, script = join(ROOT, "tests/sdk/embedded-child.mjs") } = {}) {
  const child = spawn(process.execPath, [script], {
    cwd,
    env: { PATH: process.env.PATH, SETTINGS: JSON.stringify(given) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    say: (line: string) => child.stdin.write(`${line}\n`),
    next: async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>,
    kill: () => child.kill("SIGKILL"),
    ended,
  };
}

describe("records", () => {
  test("are all delivered by close(), after which calls are refused", async () => {
    const portcullis = await openEmbeddedPortcullis({ ...settings(), functions: { double: ({ n }) => n } });
    const execute = decidedBy(portcullis);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => execute("double", { n })));
    expect(await Promise.all([portcullis.close(), portcullis.close()])).toEqual([true, true]);
    for (const { audit_id } of answers) expect(await rowOf(audit_id)).toMatchObject({ outcome: "allowed" });
    await expect(portcullis.execute("double", { n: 6 })).rejects.toThrow();
  });

  test("and the folder are let go at the end of the block of `await using`, also where an error leaves it", async () => {
    const given = settings();
    const block = async () => {
      await using portcullis = await openEmbeddedPortcullis(given);
      expect(portcullis.edge.status().connected).toBe(true);
      await expect(openEmbeddedPortcullis(given)).rejects.toThrow(given.folder);
      throw new Error("left");
    };
    await expect(block()).rejects.toThrow(/^left$/);
    await (await open(given)).close();
  });

  test("that the control plane refuses are told, and hold up none behind them", async () => {
    const given = settings();
    const before = openRecordBuffer({ folder: given.folder, instance: randomUUID() });
    // Of a call that nobody has decided.
    const unknown = testRecord();
    await before.put(unknown);
    before.close();
    const told: string[][] = [];
    const portcullis = await open({
      ...given,
      functions: { same: (value) => value },
      onRecordSetApart: (...refused) => told.push(refused),
    });
    const { audit_id } = await portcullis.execute("same");
    expect(await rowOf(audit_id)).toMatchObject({ outcome: "allowed" });
    expect(await portcullis.close()).toBe(true);
    expect(told).toEqual([[unknown.record_id, "unknown_permit"]]);
  });

  test("outlive a kill -9 of the program, and arrive after its next start", async () => {
    const controlPlane = stack().controlPlanes[0]?.pid as number;
    const given = settings();
    const first = startChild(given);
    expect(await first.next()).toEqual({ open: true });
    first.say(String(controlPlane));
    try {
      const { audit_id } = await first.next();
      first.kill();
      await first.ended;
      process.kill(controlPlane, "SIGCONT");
      const second = startChild(given);
      expect(await second.next()).toEqual({ open: true });
      expect(await rowOf(String(audit_id))).toMatchObject({ decision: "allow", outcome: "allowed" });
      second.say("close");
      expect(await second.next()).toEqual({ delivered: true });
      expect(await second.ended).toBe(0);
    } finally {
      process.kill(controlPlane, "SIGCONT");
    }
  });
});

describe("the folder", () => {
  test("is one process's alone: a second one is told so, and may have it after the first has ended", async () => {
    const given = settings();
    const first = startChild(given);
    expect(await first.next()).toEqual({ open: true });
    const second = startChild(given);
    expect(await second.next()).toEqual({
      code: "folder_locked",
      error: `Another process uses the record buffer in ${given.folder}: give each process a folder of its own.`,
    });
    expect(await second.ended).toBe(3);
    first.kill();
    await first.ended;
    const third = startChild(given);
    expect(await third.next()).toEqual({ open: true });
  });

  test.each<[string, Partial<EmbeddedOptions>]>([
    ["a tool that is none", { tools: [{ nonsense: 1 }] }],
    ["a tool at a private address", { tools: [{ name: "emails", url: "http://127.0.0.1/emails" }] }],
    ["a function whose name is no tool's", { functions: { "\u0000": () => 1 } }],
    ["an address that is none", { controlPlaneUrl: "nowhere" }],
  ])("is free again where opening failed for %s", async (_, wrong) => {
    const given = settings();
    await expect(open({ ...given, ...wrong })).rejects.toThrow();
    const portcullis = await open({ ...given, functions: { same: (payload) => payload } });
    expect((await portcullis.execute("same", { n: 1 })).result).toEqual({ n: 1 });
  });

  test("without better-sqlite3 installed cannot be opened, and the error says what to install", async () => {
    const place = join(folder().path, "without-driver");
    const modules = join(place, "node_modules");
    installWithout("better-sqlite3", modules);
    const script = join(place, "main.mjs");
    cpSync(join(ROOT, "tests/sdk/embedded-child.mjs"), script);
    const child = startChild(settings(), { cwd: place, script });
    expect(await child.next()).toMatchObject({
      code: "driver_missing",
      error: expect.stringContaining("npm install better-sqlite3"),
    });
    expect(await child.ended).toBe(3);
  });
});

test("a wrong API key is told at once, and the folder is free again", async () => {
  const given = { ...settings(), apiKey: "acp_wrong" };
  await expect(openEmbeddedPortcullis(given)).rejects.toMatchObject({ code: "invalid_api_key" });
  expect((await open({ folder: given.folder, functions: { double: ({ n }) => n } })).edge.status().connected).toBe(
    true,
  );
});

/** The SDK as a package manager lays it out, with everything that it depends on but one package. */
function installWithout(left: string, modules: string): void {
  const install = (name: string, source: string) => {
    const target = join(modules, name);
    if (name === left || existsSync(target)) return;
    const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    mkdirSync(join(target, ".."), { recursive: true });
    if (name.startsWith("@portcullis/")) {
      mkdirSync(target);
      for (const entry of readdirSync(source)) {
        if (entry === "dist" || entry === "package.json")
          cpSync(join(source, entry), join(target, entry), { recursive: true });
      }
      for (const one of Object.keys(dependencies)) install(one, realpathSync(join(source, "node_modules", one)));
    } else {
      symlinkSync(source, target);
    }
  };
  install("@portcullis/sdk", join(ROOT, "packages/sdk"));
}
