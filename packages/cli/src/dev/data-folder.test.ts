import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDataFolder } from "./data-folder.js";

let folder: TempFolder;
let own: string;
let copy: string;
beforeEach(async () => {
  folder = await makeTempFolder("data-folder");
  own = join(folder.path, "own");
  copy = join(folder.path, "copy");
});
afterEach(() => folder.remove());

/** A folder that a process other than this one has: its parent, which runs. */
function takenByAnother(): void {
  openDataFolder(own);
  const lock = join(own, "dev.lock");
  writeFileSync(lock, readFileSync(lock, "utf8").replace(String(process.pid), String(process.ppid)));
}

it("a folder that a running dev has is refused, and says which process it is", () => {
  takenByAnother();
  expect(() => openDataFolder(own)).toThrow(`Another portcullis dev (process ${process.ppid}) is using ${own}.`);
});

it("a copy of it is free, and nobody's children are waited for", () => {
  takenByAnother();
  cpSync(own, copy, { recursive: true });
  expect(openDataFolder(copy).wasLeft).toBe(false);
  expect(openDataFolder(copy).wasLeft).toBe(true);
});
