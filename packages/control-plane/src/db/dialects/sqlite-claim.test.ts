import { spawn } from "node:child_process";
import { existsSync, linkSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDatabase } from "../open.js";
import { claimSqliteFile } from "./sqlite-claim.js";

let folder: TempFolder;
beforeEach(async () => {
  folder = await makeTempFolder("claim");
});
afterEach(() => folder.remove());

const pathOf = (name: string) => join(folder.path, "data", name);

it("a file is one process's: a second claim is refused until the first is given back", () => {
  const release = claimSqliteFile(pathOf("a.db"));
  expect(() => claimSqliteFile(pathOf("a.db"))).toThrow(/Another control plane serves .*a\.db/);
  release();
  claimSqliteFile(pathOf("a.db"))();
});

it("another file is free, and so is PostgreSQL", () => {
  const release = claimSqliteFile(pathOf("a.db"));
  claimSqliteFile(pathOf("b.db"))();
  for (let index = 0; index < 2; index++) claimDatabase("postgres://nobody@127.0.0.1:1/none");
  release();
});

it("is the file's own, by whatever links it is reached, also before it exists", () => {
  mkdirSync(folder.path, { recursive: true });
  const file = join(realpathSync(folder.path), "a.db");
  symlinkSync("a.db", join(folder.path, "link.db"));
  symlinkSync(join(folder.path, "link.db"), join(folder.path, "link-of-link.db"));
  symlinkSync(folder.path, join(folder.path, "folder"));
  const names = ["a.db", "link.db", "link-of-link.db", join("folder", "a.db"), join("folder", "link.db")];
  for (const exists of [false, true]) {
    if (exists) writeFileSync(file, "");
    for (const first of names) {
      const release = claimDatabase(`sqlite:${join(folder.path, first)}`);
      for (const second of names) {
        expect(() => claimDatabase(`sqlite:${join(folder.path, second)}`)).toThrow("Another control plane");
      }
      release();
    }
  }
});

it("a file with a second name is refused by either, until one is gone", () => {
  claimSqliteFile(pathOf("a.db"))();
  writeFileSync(pathOf("a.db"), "");
  linkSync(pathOf("a.db"), pathOf("b.db"));
  for (const name of ["a.db", "b.db"]) expect(() => claimSqliteFile(pathOf(name))).toThrow(/2 names \(hard links\)/);
  rmSync(pathOf("b.db"));
  claimSqliteFile(pathOf("a.db"))();
});

it("a claim makes nothing of the database, and others on the machine cannot take or read it", () => {
  const release = claimSqliteFile(pathOf("a.db"));
  expect(existsSync(pathOf("a.db"))).toBe(false);
  expect(statSync(pathOf("a.db.claim")).mode & 0o777).toBe(0o600);
  release();
});

if (process.platform === "linux") {
  it("is refused at once, with the place, where no folder can be made", () => {
    for (const path of ["/proc/portcullis/a.db", "/proc/portcullis/data/a.db"])
      expect(() => claimSqliteFile(path)).toThrow("/proc/portcullis");
  });
}

it("ends with its process, also when that is killed", async () => {
  const source = `import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
    const claim = new (loadSqliteDriver())(process.argv[1], { timeout: 0 });
    claim.pragma("locking_mode = EXCLUSIVE");
    claim.exec("begin exclusive; commit");
    process.stdout.write("claimed");
    // Referred to, or it is collected and its lock with it.
    setInterval(() => claim.open, 1000);`;
  claimSqliteFile(pathOf("a.db"))();
  const child = spawn(process.execPath, ["--input-type=module", "-e", source, pathOf("a.db.claim")], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  expect(() => claimSqliteFile(pathOf("a.db"))).toThrow("Another control plane");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  claimSqliteFile(pathOf("a.db"))();
});
