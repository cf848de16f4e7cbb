// Programs whose files are missing, cut off or of two builds: said as what it is, with what to do.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliError } from "../exit-codes.js";
import { startChild } from "./child.js";

const BIN = fileURLToPath(new URL("../../bin/portcullis.js", import.meta.url));
let folder: TempFolder;
beforeAll(async () => {
  folder = await makeTempFolder("half-built");
});
afterAll(() => folder.remove());

describe.each<[string, string | undefined]>([
  ["is missing", undefined],
  ["imports what is missing", 'import "./gone.js";\n'],
  ["imports a name that another build has", 'import { nope } from "./part.js";\nnope();\n'],
  ["is cut off", "export function start() {\n"],
])("a program that %s", (title, text) => {
  const build = () => {
    const root = join(folder.path, title.replaceAll(" ", "-"));
    mkdirSync(join(root, "dist"), { recursive: true });
    writeFileSync(join(root, "package.json"), '{"type":"module"}');
    writeFileSync(join(root, "dist", "part.js"), "export const other = 1;\n");
    if (text !== undefined) writeFileSync(join(root, "dist", "main.js"), text);
    return root;
  };

  it("ends portcullis with 2 and the next step", () => {
    const root = build();
    mkdirSync(join(root, "bin"), { recursive: true });
    cpSync(BIN, join(root, "bin", "portcullis.js"));
    const { status, stderr } = spawnSync(process.execPath, [join(root, "bin", "portcullis.js"), "--help"], {
      encoding: "utf8",
    });
    expect(stderr).toMatch(
      /^✗ portcullis is not built whole: .*\n {2}Wait for the build to end, or run `npm run setup`/,
    );
    expect(status).toBe(2);
  });

  it("ends the start of dev with 2, the next step and its log", async () => {
    const started = startChild({
      name: "control plane",
      program: pathToFileURL(join(build(), "dist", "main.js")).href,
      env: { PATH: process.env.PATH },
      logFile: join(folder.path, "child.log"),
      outlives: true,
    });
    const error = await started.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CliError);
    expect(error).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("The control plane did not start"),
      hint: expect.stringMatching(/not built whole[\s\S]*npm run setup[\s\S]*Its log ends with:/),
    });
  });
});

it("a fault of a program that is whole is not taken for that", async () => {
  const program = join(folder.path, "whole.mjs");
  writeFileSync(program, 'console.error("The database is away.");\nprocess.exit(1);\n');
  const started = startChild({
    name: "control plane",
    program: pathToFileURL(program).href,
    env: {},
    logFile: join(folder.path, "whole.log"),
    outlives: true,
  });
  await expect(started).rejects.toMatchObject({ exitCode: 1, hint: expect.not.stringContaining("npm run setup") });
});
