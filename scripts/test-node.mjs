/**
 * `npm run test:node -- 24` (and 22): the whole test run on another Node. That Node comes from the npm registry; the
 * native parts are built for it in a copy of the workspace, so that the packages installed here stay as they are.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ROOT, runCommand } from "./run-command.mjs";

const VERSIONS = { 22: "22.23.3", 24: "24.21.0" };
const KEPT = new Set(["node_modules", "packages", "examples"]);

const [major, ...parts] = process.argv.slice(2);
const version = VERSIONS[major];
const usage = `npm run test:node -- ${Object.keys(VERSIONS).join(" | ")} [check] [unit] [system]`;
if (process.argv.includes("--help")) {
  console.log(
    `Usage: ${usage}\n\nRuns the tests on another Node, which is fetched (190 MB) and used in a copy of the workspace.`,
  );
  process.exit();
}
if (version === undefined) {
  console.error(`Which Node? ${usage}`);
  process.exit(2);
}
const node = await fetchNode(version);
const copy = copyWorkspace(version);
console.log(`Running the tests on Node ${version} in ${copy}`);
const env = {
  ...process.env,
  PATH: `${join(node, "bin")}${delimiter}${process.env.PATH}`,
  // Headers of this Node, for the native parts; a folder that the user's npm names would be of another one.
  npm_config_nodedir: node,
};
const words = parts.length > 0 ? parts : ["unit", "system"];
const { code } = await runCommand([join(node, "bin", "node"), "scripts/test.mjs", ...words], {
  cwd: copy,
  env,
  show: true,
});
process.exitCode = code;

/** The folder of that Node (`bin/node`, `include`), fetched once into the cache of this clone. */
async function fetchNode(wanted) {
  const name = `node-${process.platform}-${process.arch}`;
  const cache = join(ROOT, "node_modules", ".cache", "portcullis-node", wanted);
  const folder = join(cache, "node_modules", name);
  if (existsSync(join(folder, "bin", "node"))) return folder;
  mkdirSync(cache, { recursive: true });
  console.log(`Fetching ${name}@${wanted} (about 190 MB) ...`);
  const options = ["--prefix", cache, "--no-save", "--no-package-lock", "--no-audit", "--no-fund"];
  const { code: failed, output } = await runCommand(["npm", "install", ...options, `${name}@${wanted}`], {
    cwd: cache,
  });
  if (failed === 0) return folder;
  console.error(output);
  process.exit(1);
}

/** Copies what git knows or would add; what an earlier run installed in the copy is used again. */
function copyWorkspace(wanted) {
  const clone = createHash("sha256").update(ROOT).digest("hex").slice(0, 8);
  const target = join(tmpdir(), `portcullis-node-${wanted}-${clone}`);
  removeSources(target);
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const file of listed.toString("utf8").split("\0")) {
    if (file === "" || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(ROOT, file), join(target, file), { verbatimSymlinks: true });
  }
  return target;
}

function removeSources(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name === "node_modules" || name === "dist") continue;
    const path = join(folder, name);
    if (KEPT.has(name) || KEPT.has(folder.split("/").at(-1))) removeSources(path);
    else rmSync(path, { recursive: true, force: true });
  }
}
