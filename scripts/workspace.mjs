/** What the workspace consists of, read from its folders: the packages, their manifests and a hash over files. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run-command.mjs";

/** The packages under `packages/` (or another folder): name, folder, manifest. */
export function listPackages(parent = "packages") {
  if (!existsSync(join(ROOT, parent))) return [];
  return readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, parent, entry.name, "package.json")))
    .map((entry) => {
      const folder = join(ROOT, parent, entry.name);
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return { name: manifest.name, folder, manifest };
    });
}

/** Everything that is built: the packages, and the examples. */
export function listBuiltPackages() {
  return [...listPackages(), ...listPackages("examples")];
}

/** The files under `folder` that `accept` takes, sorted; generated and installed folders are left out. */
export function listFiles(folder, accept = () => true) {
  if (!existsSync(folder)) return [];
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name === "dist" || entry.name === ".git") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...listFiles(path, accept));
    else if (accept(path)) found.push(path);
  }
  return found.sort();
}

/** SHA-256 over names and bytes of the files and over some further words. */
export function hashFiles(files, words = []) {
  const hash = createHash("sha256");
  for (const word of words) hash.update(`${word}\0`);
  for (const file of files)
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}
