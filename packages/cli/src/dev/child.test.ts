// A child whose files another process has: it is started again while that one ends, and for no longer.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { SERVER_FLAGS } from "@portcullis/edge/server-flags";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startChild } from "./child.js";

/** Counts its starts; says that its files are another's until the third, or ends with the words it is given. */
const PROGRAM = `import { readFileSync, writeFileSync } from "node:fs";
const [starts, words, most] = process.argv.slice(2);
const count = Number(readFileSync(starts, "utf8")) + 1;
writeFileSync(starts, String(count));
if (count < Number(most)) { process.stderr.write(words + "\\n"); process.exit(2); }
process.stdout.write(JSON.stringify({ ready: true, flags: process.execArgv }) + "\\n");
setInterval(() => {}, 1000);`;

let folder: TempFolder;
beforeEach(async () => {
  folder = await makeTempFolder("child");
  writeFileSync(join(folder.path, "program.mjs"), PROGRAM);
  writeFileSync(join(folder.path, "starts"), "0");
});
afterEach(() => folder.remove());

const start = (words: string, most: number, retryWhileTakenMs?: number, signal?: AbortSignal) =>
  startChild({
    name: "program",
    program: pathToFileURL(join(folder.path, "program.mjs")).href,
    args: [join(folder.path, "starts"), words, String(most)],
    env: process.env,
    logFile: join(folder.path, "program.log"),
    outlives: true,
    ...(retryWhileTakenMs === undefined ? {} : { retryWhileTakenMs }),
    ...(signal === undefined ? {} : { signal }),
  });
const starts = () => Number(readFileSync(join(folder.path, "starts"), "utf8"));

it.each(["Another process uses the record buffer in /x", "Another control plane serves /x"])(
  "is started again while what it needs is taken: %s",
  async (words) => {
    const child = await start(words, 3, 60_000);
    expect(starts()).toBe(3);
    await child.stop();
  },
);

it("is started with the flags that servers have", async () => {
  const child = await start("", 1);
  expect(child.ready).toEqual({ ready: true, flags: SERVER_FLAGS });
  await child.stop();
});

it("fails at once when nothing may be ending, and for any other reason", async () => {
  await expect(start("Another process uses the record buffer in /x", 3)).rejects.toThrow("did not start");
  await expect(start("The port is in use.", 3, 60_000)).rejects.toThrow("did not start");
  expect(starts()).toBe(2);
});

it("is not started where it was to be stopped before", async () => {
  await expect(start("", 1, undefined, AbortSignal.abort())).rejects.toThrow("Stopped while starting.");
  expect(starts()).toBe(0);
});

it("ends without a word about its start once it was ready, also where its log is gone", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.prependListener("unhandledRejection", hear);
  try {
    const child = await start("", 1);
    rmSync(join(folder.path, "program.log"));
    await child.stop();
    await nextTurn();
    expect(unheard).toEqual([]);
  } finally {
    process.removeListener("unhandledRejection", hear);
  }
});
