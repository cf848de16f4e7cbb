/**
 * Makes a clone ready: checks Node, installs what the lockfile names, builds. Says what goes on and for how long, and
 * does only what changed since the last time (a stamp in node_modules). Needs Node and npm, no package of its own.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { readOptions } from "./read-options.mjs";
import { formatSeconds, ROOT, runCommand } from "./run-command.mjs";
import { hashFiles, listBuiltPackages, listFiles } from "./workspace.mjs";

const STAMP = join(ROOT, "node_modules", ".portcullis-setup");
const LOWEST_NODE = [20, 19];
const TICK_MS = 10_000;

/** Installs and builds where needed. Throws with what to do when a step fails. */
export async function setUp() {
  requireNode();
  const stamp = readStamp();
  const install = hashInstallInputs();
  if (stamp.install !== install) {
    await installPackages(stamp);
    writeStamp({ install, abi: process.versions.modules });
  }
  const sources = hashBuildInputs();
  if (readStamp().build !== sources || !isBuilt()) {
    console.log("Building the packages ...");
    await build();
    writeStamp({ install, abi: process.versions.modules, build: sources });
  }
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return;
  throw new Error(`Portcullis needs Node ${LOWEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

async function installPackages(stamp) {
  const pnpm = ["npx", "--yes", JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).packageManager];
  console.log("Installing packages ...");
  await runWithClock("install", [...pnpm, "install", "--frozen-lockfile", "--reporter=append-only"]);
  const isOtherNode = stamp.abi !== undefined && stamp.abi !== process.versions.modules;
  if (isOtherNode) await runWithClock("rebuild for this Node", [...pnpm, "rebuild", "better-sqlite3"]);
}

/** Says, once, that a package is compiled, from what the package manager says. */
function createCompilerNotice() {
  let isGiven = false;
  return (text) => {
    // node-gyp's first words; a prebuilt binary never gets as far.
    if (isGiven || !/\bgyp info\b/.test(text)) return;
    isGiven = true;
    console.log(
      "  No prebuilt binary of better-sqlite3 was found for this machine, so it is compiled now. That needs a C++",
    );
    console.log("  compiler, make and Python, and takes 1.5 to 3 minutes, once.");
  };
}

/** What to do about the failures that are met most. */
function adviseOn(output) {
  if (!/gyp ERR!/.test(output)) return "";
  return /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(output)
    ? "\nNode's headers could not be fetched from nodejs.org. Set HTTPS_PROXY where a proxy is needed, or, without a way there,\nnpm_config_nodedir to the folder of a Node installation that has include/node."
    : "\nA C++ compiler, make and Python 3 are needed; on Debian and Ubuntu: apt-get install build-essential python3.";
}

async function runWithClock(title, words) {
  const startedAt = performance.now();
  const clock = setInterval(() => {
    console.log(`  ... still at it (${title}), ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }, TICK_MS);
  const { code, output, elapsedMs } = await runCommand(words, { onOutput: createCompilerNotice() });
  clearInterval(clock);
  if (code !== 0) {
    const tail = output.trimEnd().split("\n").slice(-40).join("\n");
    const advice = adviseOn(output);
    throw new Error(`${tail}\n\nThe ${title} failed: ${words.join(" ")} (the last lines it said are above).${advice}`);
  }
  console.log(`  done (${title}), ${formatSeconds(elapsedMs)}`);
}

function hashInstallInputs() {
  const manifests = listBuiltPackages().map(({ folder }) => join(folder, "package.json"));
  const files = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"].map((file) => join(ROOT, file));
  return hashFiles([...files, ...manifests], [process.platform, process.arch, process.versions.modules]);
}

function hashBuildInputs() {
  const isInput = (file) => !file.endsWith(".test.ts");
  const configs = [
    "tsconfig.base.json",
    "tsconfig.json",
    "tsup.shared.ts",
    "rolldown.shared.ts",
    "at-build.shared.ts",
  ].map((file) => join(ROOT, file));
  const sources = ["packages", "examples"].flatMap((folder) => listFiles(join(ROOT, folder), isInput));
  return hashFiles([...configs, ...sources]);
}

function isBuilt() {
  const outputs = listBuiltPackages().flatMap(({ folder, manifest }) =>
    listTargets(manifest.exports ?? {})
      .filter((target) => target.startsWith("./dist/"))
      .map((target) => join(folder, target)),
  );
  return outputs.every((output) => existsSync(output));
}

/** Every file that an exports map names, under whatever conditions. */
function listTargets(exports) {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap((entry) => listTargets(entry));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return {};
  }
}

function writeStamp(stamp) {
  mkdirSync(join(ROOT, "node_modules"), { recursive: true });
  writeFileSync(STAMP, `${JSON.stringify(stamp)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  readOptions(
    "Usage: npm run setup\n\nInstalls what the lockfile names and builds, where something changed since the last time.",
  );
  setUp().then(
    () => console.log("Ready. Next: npm run demo, or npx portcullis dev."),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
