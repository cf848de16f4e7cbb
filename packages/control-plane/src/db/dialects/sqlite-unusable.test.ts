// SQLite files that cannot be used: whoever starts the control plane is told which file, why, and where to look, and the file stays as
// it was.

import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder, openOwnerConnection, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listMigrations, migrate } from "../migrate.js";
import { claimDatabase } from "../open.js";

let folder: TempFolder;
let path: string;
beforeEach(async () => {
  folder = await makeTempFolder("unusable");
  path = join(folder.path, "portcullis.db");
});
afterEach(() => folder.remove());

const DAMAGES: Readonly<Record<string, () => Promise<void>>> = {
  "is none of SQLite's": async () => writeFileSync(path, "a text, and no database. ".repeat(400)),
  "is cut off": async () => {
    await migrate(`sqlite:${path}`);
    const owner = await openOwnerConnection(`sqlite:${path}`);
    await owner.run("pragma wal_checkpoint(truncate)");
    await owner.close();
    truncateSync(path, 40_960);
  },
};

it.each(Object.entries(DAMAGES))("a file that %s is named, and not touched", async (_, damage) => {
  await damage();
  const before = readFileSync(path);
  const words = `The SQLite file ${path} cannot be used (`;
  await expect(migrate(`sqlite:${path}`)).rejects.toThrow(words);
  await expect(listMigrations(`sqlite:${path}`)).rejects.toThrow(words);
  expect(readFileSync(path).equals(before)).toBe(true);
});

it("a folder in place of the file is told as one", () => {
  mkdirSync(path);
  expect(() => claimDatabase(`sqlite:${path}`)).toThrow(`${path} is a folder`);
});
