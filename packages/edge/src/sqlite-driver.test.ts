import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { listUsableMajors, loadSqliteDriver } from "./sqlite-driver.js";

describe("the SQLite driver", () => {
  it("is the one that runs on this Node: statements and files that are dropped are collected without harm", () => {
    // In a process of its own: a driver that does not run here takes its process down.
    const script = `
      const file = new Driver(":memory:");
      for (let round = 0; round < 20; round++) {
        for (let index = 0; index < 200; index++) file.prepare("select " + index).all();
        new Driver(":memory:").close();
        gc();
      }
      console.log(file.prepare("select sqlite_version() as v").get().v);`;
    const path = new URL("./sqlite-driver.ts", import.meta.url).href;
    const source = `import { listUsableMajors, loadSqliteDriver } from ${JSON.stringify(path)};\nconst Driver = loadSqliteDriver();${script}`;
    const output = execFileSync(
      process.execPath,
      ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", source],
      { encoding: "utf8", cwd: new URL("../../sdk", import.meta.url) },
    );
    expect(output.trim()).toMatch(/^3\.\d+\.\d+$/);
  });

  it.each([
    { node: "20.19.0", napi: "9", usable: [12] },
    { node: "20.20.2", napi: "9", usable: [12] },
    { node: "22.13.1", napi: "9", usable: [12] },
    { node: "22.14.0", napi: "10", usable: [13, 12] },
    { node: "23.5.0", napi: "9", usable: [12] },
    { node: "24.0.0", napi: "10", usable: [13] },
    { node: "24.21.0", napi: "10", usable: [13] },
    { node: "26.1.0", napi: "11", usable: [13] },
  ])(
    "is 13 only where Node-API 10 is, and 12 only before Node 24: $usable on Node $node",
    ({ usable, ...versions }) => {
      expect(listUsableMajors(versions)).toEqual(usable);
    },
  );

  it("is loaded once", () => {
    expect(loadSqliteDriver()).toBe(loadSqliteDriver());
  });
});
