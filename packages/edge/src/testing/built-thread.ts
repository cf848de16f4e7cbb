// The thread as a build has it: it needs a file of its own. Not exported.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsup";
import type { DetectionThread } from "../inspection/detection-thread.js";

const folderOf = (name: string) => fileURLToPath(new URL(`../../node_modules/.cache/${name}`, import.meta.url));

/** The file of the thread that was built into a folder of that name. */
export const fileOfThread = (name: string): string => join(folderOf(name), "detection-thread.js");

/** Builds it into a folder of that name, which no other test file uses. */
export async function buildThread(name: string): Promise<DetectionThread> {
  const folder = folderOf(name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  await build({
    config: false,
    entry: ["detection-thread", "detection-worker"].map((file) =>
      fileURLToPath(new URL(`../inspection/${file}.ts`, import.meta.url)),
    ),
    format: "esm",
    platform: "node",
    noExternal: [/./],
    outDir: folder,
    silent: true,
    splitting: false,
    tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)),
  });
  const module = (await import(pathToFileURL(fileOfThread(name)).href)) as {
    DetectionThread: typeof DetectionThread;
  };
  return new module.DetectionThread();
}
