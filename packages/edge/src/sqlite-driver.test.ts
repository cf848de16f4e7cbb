import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { loadSqliteDriver } from "./sqlite-driver.js";

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
    const source = `import { loadSqliteDriver } from ${JSON.stringify(path)};\nconst Driver = loadSqliteDriver();${script}`;
    const output = execFileSync(
      process.execPath,
      ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", source],
      { encoding: "utf8", cwd: new URL("../../sdk", import.meta.url) },
    );
    expect(output.trim()).toMatch(/^3\.\d+\.\d+$/);
  });

  it("is loaded once", () => {
    expect(loadSqliteDriver()).toBe(loadSqliteDriver());
  });
});
