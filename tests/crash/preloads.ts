// What is loaded into processes under test before their program, and told what to do while they run.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempFolder, type Stack, waitFor } from "@portcullis/testkit";

/** Files beside this one. */
const FILES = { SHIFTED_CLOCK: "shifted-clock.mjs", FULL_DISK: "full-disk.mjs" };

export interface Preloads {
  /** Settings for the process of this name that load it. */
  readonly envOf: (processName: string) => Record<string, string>;
  /** Tells it what to do; resolves when it says that this was done. */
  readonly tell: (stack: Stack, processName: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Preloads of one kind for these processes of a stack; `text` is what each is told first. */
export async function makePreloads(
  kind: keyof typeof FILES,
  processNames: readonly string[],
  text: string,
): Promise<Preloads> {
  const folder = await makeTempFolder("preloads");
  const fileOf = (processName: string) => join(folder.path, processName);
  for (const name of processNames) await writeFile(fileOf(name), text);
  return {
    envOf: (processName) => ({
      NODE_OPTIONS: `--import=${fileURLToPath(new URL(FILES[kind], import.meta.url))}`,
      [kind]: fileOf(processName),
    }),
    tell: async (stack, processName, wanted) => {
      const process = [...stack.controlPlanes, ...stack.sidecars].find(({ name }) => name === processName);
      const done = () =>
        process
          ?.output()
          .match(/^told: .*$/gm)
          ?.at(-1);
      await writeFile(fileOf(processName), wanted);
      await waitFor(() => done() === `told: ${wanted}`, { what: `${processName} to do as it was told: ${wanted}` });
    },
    remove: folder.remove,
  };
}
