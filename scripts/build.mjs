/** Builds every package: types with `tsc -b` and, at the same time, programs with rolldown and all others with tsup. */
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readOptions } from "./read-options.mjs";
import { formatSeconds, mapLimited, ROOT, runCommand } from "./run-command.mjs";
import { listBuiltPackages } from "./workspace.mjs";

const TSC = "node_modules/typescript/bin/tsc";
const TSUP = "node_modules/tsup/dist/cli-default.js";
const ROLLDOWN = "node_modules/rolldown/bin/cli.mjs";

/** Builds all packages, and the examples that the demo runs. Throws with the compiler's words when one fails. */
export async function build() {
  const startedAt = performance.now();
  const packages = listBuiltPackages();
  const steps = [
    { title: "types (tsc -b)", words: [process.execPath, TSC, "-b"] },
    ...packages.map(({ name, folder }) => ({
      title: `bundle of ${name}`,
      words: [process.execPath, ...wordsOfBuild(folder)],
      cwd: folder,
    })),
  ];
  const results = await mapLimited(steps, Math.max(2, cpus().length), async (step) => ({
    ...step,
    ...(await runCommand(step.words, step.cwd === undefined ? {} : { cwd: step.cwd })),
  }));
  const failed = results.filter((result) => result.code !== 0);
  if (failed.length > 0) {
    throw new Error(failed.map(({ title, output }) => `Build failed: ${title}\n${output.trim()}`).join("\n\n"));
  }
  console.log(`Built ${packages.length} packages in ${formatSeconds(performance.now() - startedAt)}.`);
}

/** What Node runs in the package's folder to build it. */
function wordsOfBuild(folder) {
  return existsSync(join(folder, "rolldown.config.ts")) ? [join(ROOT, ROLLDOWN), "-c"] : [join(ROOT, TSUP)];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  readOptions("Usage: npm run build\n\nBuilds every package: types and bundles.");
  build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
