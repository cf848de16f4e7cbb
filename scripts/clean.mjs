/** Deletes what builds and test runs left: every `dist`, coverage, caches. Installed packages stay. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "./read-options.mjs";
import { ROOT } from "./run-command.mjs";
import { listPackages } from "./workspace.mjs";

readOptions("Usage: npm run clean\n\nDeletes what builds and test runs left. Installed packages stay.");

const outputs = listPackages().map(({ folder }) => join(folder, "dist"));
for (const path of [...outputs, "coverage", "node_modules/.cache", "node_modules/.portcullis-setup"]) {
  rmSync(path.startsWith(ROOT) ? path : join(ROOT, path), { recursive: true, force: true });
}
