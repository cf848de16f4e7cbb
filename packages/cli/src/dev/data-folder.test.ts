import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDataFolder } from "./data-folder.js";

let folder: TempFolder;
beforeEach(async () => {
  folder = await makeTempFolder("data");
});
afterEach(() => folder.remove());

const pathOf = (name: string) => join(folder.path, name);
const lockOf = (name: string) => join(pathOf(name), "dev.lock");

/** Opens a folder as if another process, which runs, had done it. */
function openElsewhere(name: string, pid = process.ppid): void {
  openDataFolder(pathOf(name));
  const [, identity] = readFileSync(lockOf(name), "utf8").trim().split(" ");
  writeFileSync(lockOf(name), `${pid} ${identity}\n`);
}

describe("a data folder that a running dev has", () => {
  it("is refused with the process that has it, also after it was renamed", () => {
    openElsewhere("a");
    expect(() => openDataFolder(pathOf("a"))).toThrow(`process ${process.ppid}`);
    renameSync(pathOf("a"), pathOf("b"));
    expect(() => openDataFolder(pathOf("b"))).toThrow(`process ${process.ppid}`);
  });

  it("does not keep a copy of it from being opened", () => {
    openElsewhere("a");
    cpSync(pathOf("a"), pathOf("copy"), { recursive: true, preserveTimestamps: true });
    openDataFolder(pathOf("copy")).release();
    expect(() => openDataFolder(pathOf("a"))).toThrow("Another portcullis dev");
  });
});

it("a lock of a process that has ended is nobody's, though no other has asked how it ended", async () => {
  // What the shell becomes waits for no child: the one that it had as a shell stays, ended, under its number.
  const script = "sleep 600 & echo $!; exec sleep 600";
  const parent = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  const stateOf = (pid: number) => readFileSync(`/proc/${pid}/status`, "utf8");
  try {
    const pid = Number(String((await once(parent.stdout, "data"))[0]));
    await expect.poll(() => stateOf(Number(parent.pid))).toMatch(/^Name:\s+sleep/);
    process.kill(pid, "SIGKILL");
    await expect.poll(() => stateOf(pid)).toMatch(/^State:\s+Z/m);
    openElsewhere("a", pid);
    const data = openDataFolder(pathOf("a"));
    expect(data.wasLeft).toBe(true);
    data.release();
  } finally {
    parent.kill("SIGKILL");
  }
});

it("a secret that cannot be written leaves nothing beside it", () => {
  const data = openDataFolder(pathOf("a"));
  const before = readdirSync(data.path);
  // A folder is there already, so that nothing can take its name.
  expect(() => data.writeSecret("logs", "secret")).toThrow();
  expect(readdirSync(data.path)).toEqual(before);
});

it("a lock from before the machine's last start is nobody's, whoever has its process's number now", () => {
  openElsewhere("a");
  utimesSync(lockOf("a"), 1, 1);
  expect(openDataFolder(pathOf("a")).wasLeft).toBe(true);
});
