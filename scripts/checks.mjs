/** Everything that is held without running the product: formatting, types, layers, dead code, packages, releases. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { formatSeconds, mapLimited, ROOT, runCommand } from "./run-command.mjs";
import { listPackages } from "./workspace.mjs";

const PLAIN = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
const bin = (name) => join(ROOT, "node_modules", ".bin", name);

/** Runs all checks and prints one line for each, and what a failed one said. Resolves to `{ passed, failed }`. */
export async function runChecks() {
  mkdirSync(join(ROOT, "node_modules", ".cache"), { recursive: true });
  const archives = mkdtempSync(join(tmpdir(), "portcullis-archives-"));
  const results = await mapLimited(listChecks(archives), Math.max(2, cpus().length), async (check) => {
    const startedAt = performance.now();
    const { code, output } = await check.run();
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${check.title} (${formatSeconds(performance.now() - startedAt)})`);
    if (code !== 0) console.log(output.trimEnd().replace(/^/gm, "       "));
    return code === 0;
  });
  rmSync(archives, { recursive: true });
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

function listChecks(archives) {
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
    ...listArchiveChecks(archives),
    ...listPackages()
      .filter(({ manifest }) => manifest.scripts?.["check:generated"] !== undefined)
      .map(({ name, folder }) =>
        command(`generated code of ${name}`, ["npm", "run", "--silent", "check:generated"], { cwd: folder }),
      ),
  ];
}

const OF_TESTS = /\.test\.|-fixture\.|(^|\/)(testdata|testing)\/|\.tsbuildinfo$/;
/** ES modules only: CommonJS callers get them through `require(esm)`, which Node 20.19 has. */
const ATTW_OPTIONS = ["--profile", "esm-only", "--no-emoji", "--format", "ascii"];

/** What is held of each package as its users get it: an archive, which the first check of a package makes for all of them. */
function listArchiveChecks(archives) {
  const packages = listPackages().filter(({ manifest }) => !manifest.private);
  const packing = new Map();
  const ofEach = (titleOf, look) =>
    packages.map(({ name, folder }) => ({
      title: titleOf(name),
      run: async () => {
        if (!packing.has(name)) packing.set(name, packPackage(folder, archives));
        const packed = await packing.get(name);
        return packed.code === 0 ? look(packed) : packed;
      },
    }));
  const run = (command, archive, ...options) => runCommand([bin(command), archive, ...options], { env: PLAIN });
  return [
    ...ofEach(
      (name) => `package ${name} (publint)`,
      ({ archive }) => run("publint", archive, "--strict"),
    ),
    ...ofEach(
      (name) => `types that users of ${name} get (attw)`,
      ({ archive }) => run("attw", archive, ...ATTW_OPTIONS),
    ),
    ...ofEach(
      (name) => `package ${name} carries nothing of its tests`,
      ({ files }) => {
        const found = files.filter((path) => OF_TESTS.test(path));
        return { code: found.length === 0 ? 0 : 1, output: found.join("\n") };
      },
    ),
  ];
}

/** Packs as a release would. Resolves to `{ code, output, archive, files }`, the last two when `code` is 0. */
async function packPackage(folder, archives) {
  const words = ["npm", "pack", "--json", "--pack-destination", archives];
  const { code, output } = await runCommand(words, { cwd: folder, env: PLAIN });
  if (code !== 0) return { code, output };
  const [{ filename, files }] = JSON.parse(output);
  return { code, output, archive: join(archives, filename), files: files.map(({ path }) => path) };
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
