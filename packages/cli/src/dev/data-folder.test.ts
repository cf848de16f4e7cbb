import { cpSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
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
function openElsewhere(name: string): void {
  openDataFolder(pathOf(name));
  const [, identity] = readFileSync(lockOf(name), "utf8").trim().split(" ");
  writeFileSync(lockOf(name), `${process.ppid} ${identity}\n`);
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

it("a lock from before the machine's last start is nobody's, whoever has its process's number now", () => {
  openElsewhere("a");
  utimesSync(lockOf("a"), 1, 1);
  expect(openDataFolder(pathOf("a")).wasLeft).toBe(true);
});
