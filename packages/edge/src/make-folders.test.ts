import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolders } from "./make-folders.js";

describe("folders", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "portcullis-folders-"));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it("are made with those above them, for their owner alone", () => {
    makeFolders(join(root, "a", "b", "c"));
    for (const path of ["a", "a/b", "a/b/c"]) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
  });

  it("that are there stay as they are", () => {
    mkdirSync(join(root, "open"), { mode: 0o755 });
    makeFolders(join(root, "open"));
    expect(statSync(join(root, "open")).mode & 0o777).toBe(0o755);
  });

  it("are not made where a file is, or below one", () => {
    writeFileSync(join(root, "file"), "");
    expect(() => makeFolders(join(root, "file"))).toThrow("EEXIST");
    expect(() => makeFolders(join(root, "file", "below"))).toThrow(/EEXIST|ENOTDIR/);
  });

  if (process.platform === "linux") {
    it("are not made where the system makes none, and that ends at once", () => {
      for (const path of ["/proc/portcullis", "/proc/portcullis/data"])
        expect(() => makeFolders(path)).toThrow("/proc/");
    });
  }
});
