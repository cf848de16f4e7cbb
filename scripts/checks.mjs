/** Everything that is held without running the product: formatting, types, layers, dead code, packages, releases. */
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { join } from "node:path";
import { formatSeconds, mapLimited, ROOT, runCommand } from "./run-command.mjs";
import { listPackages } from "./workspace.mjs";

const PLAIN = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
const bin = (name) => join(ROOT, "node_modules", ".bin", name);

/** Runs all checks and prints one line for each, and what a failed one said. Resolves to `{ passed, failed }`. */
export async function runChecks() {
  mkdirSync(join(ROOT, "node_modules", ".cache"), { recursive: true });
  const results = await mapLimited(listChecks(), Math.max(2, cpus().length), async (check) => {
    const startedAt = performance.now();
    const { code, output } = await check.run();
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${check.title} (${formatSeconds(performance.now() - startedAt)})`);
    if (code !== 0) console.log(output.trimEnd().replace(/^/gm, "       "));
    return code === 0;
  });
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

function listChecks() {
  const command = (title, words, options) => ({ title, run: () => runCommand(words, { ...options, env: PLAIN }) });
  const everything = ["packages", "tests", "examples", "bench"].filter((folder) => existsSync(join(ROOT, folder)));
  return [
    command("types of tests (tsc)", [bin("tsc"), "-p", "tsconfig.test.json"]),
    command("types of sources (tsc -b)", [bin("tsc"), "-b"]),
    command("format and lint (biome)", [bin("biome"), "ci", "--colors=off", "."]),
    command("layers (dependency-cruiser)", [bin("depcruise"), "--config", ".dependency-cruiser.cjs", ...everything]),
    command("unused code and packages (knip)", [bin("knip"), "--no-progress", "--no-config-hints"]),
    { title: "changesets make a release plan", run: checkReleasePlan },
    { title: "one changeset configuration", run: checkChangesetLink },
    { title: "lockfile names no host", run: checkLockfile },
    ...listPackages().flatMap(({ name, folder, manifest }) => [
      ...(manifest.private
        ? []
        : [
            command(`package ${name} (publint)`, [bin("publint"), folder, "--pack", "npm", "--strict"]),
            command(`types that users of ${name} get (attw)`, attwCommand(folder)),
            { title: `package ${name} carries nothing of its tests`, run: () => checkPackedFiles(folder) },
          ]),
      ...(manifest.scripts?.["check:generated"]
        ? [command(`generated code of ${name}`, ["npm", "run", "--silent", "check:generated"], { cwd: folder })]
        : []),
    ]),
  ];
}

/** ES modules only: CommonJS callers get them through `require(esm)`, which Node 20.19 has. */
function attwCommand(folder) {
  return [bin("attw"), "--pack", folder, "--profile", "esm-only", "--no-emoji", "--format", "ascii"];
}

const OF_TESTS = /\.test\.|-fixture\.|(^|\/)(testdata|testing)\/|\.tsbuildinfo$/;

async function checkPackedFiles(folder) {
  const { code, output } = await runCommand(["npm", "pack", "--dry-run", "--json"], { cwd: folder, env: PLAIN });
  if (code !== 0) return { code, output };
  const [{ files }] = JSON.parse(output);
  const found = files.map(({ path }) => path).filter((path) => OF_TESTS.test(path));
  return { code: found.length === 0 ? 0 : 1, output: found.join("\n") };
}

/** Reads configuration and changesets as a release would. Not `changeset status`, which looks at uncommitted work too. */
async function checkReleasePlan() {
  const fromCli = createRequire(createRequire(import.meta.url).resolve("@changesets/cli/package.json"));
  const planRelease = fromCli("@changesets/get-release-plan").default;
  try {
    await planRelease(ROOT);
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: error.message };
  }
}

async function checkChangesetLink() {
  const target = realpathSync(join(ROOT, ".changeset", "config.json"));
  const isLinked = target === realpathSync(join(ROOT, "changeset.config.json"));
  return { code: isLinked ? 0 : 1, output: ".changeset/config.json must be a link to ../changeset.config.json" };
}

async function checkLockfile() {
  const hosts = readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8").match(/^.*(?:tarball:|https?:\/\/).*$/gm) ?? [];
  return { code: hosts.length === 0 ? 0 : 1, output: hosts.slice(0, 5).join("\n") };
}
