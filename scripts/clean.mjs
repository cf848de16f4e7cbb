/** Deletes what builds and test runs left: every `dist`, coverage, caches. Installed packages stay. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "./read-options.mjs";
import { ROOT } from "./run-command.mjs";
import { listBuiltPackages } from "./workspace.mjs";

readOptions("Usage: npm run clean\n\nDeletes what builds and test runs left. Installed packages stay.");

const outputs = listBuiltPackages().map(({ folder }) => join(folder, "dist"));
const others = ["coverage", "node_modules/.cache", "node_modules/.portcullis-setup"].map((path) => join(ROOT, path));
for (const path of [...outputs, ...others]) rmSync(path, { recursive: true, force: true });
