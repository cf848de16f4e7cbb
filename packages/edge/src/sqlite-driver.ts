// better-sqlite3 in the version that runs on this Node: 13 crashes without Node-API 10 (Node 20, and 22 before 22.14), 12 on
// Node 24 when a statement is collected. Programs bring both, 13 under a name of its own; whoever embeds the edge installs the
// one for its Node. Loaded when first asked for, and nowhere else.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";

/** The class that opens a file. */
export type SqliteDriver = typeof Database;

/** No better-sqlite3 is installed that runs on this Node; the message says which to install. */
export class SqliteDriverError extends Error {
  override readonly name = "SqliteDriverError";
}

const require = createRequire(import.meta.url);
const NAMES = ["better-sqlite3-node22", "better-sqlite3"] as const;

/** The driver. Throws {@link SqliteDriverError}. */
export function loadSqliteDriver(): SqliteDriver {
  const usable = listUsableMajors(process.versions);
  const installed = NAMES.map((name) => ({ name, major: majorOf(name) }));
  let cause: unknown;
  for (const wanted of usable) {
    for (const { name, major } of installed) {
      if (major !== wanted) continue;
      try {
        return require(name) as SqliteDriver;
      } catch (error) {
        cause = error;
      }
    }
  }
  throw new SqliteDriverError(
    `The package better-sqlite3 is not installed in a version that runs on Node ${process.versions.node}, or was not built ` +
      `for it: run \`npm install better-sqlite3@${usable[0]}\`.`,
    { cause },
  );
}

/** Major versions that run on the Node of those versions, the best first. A wrong one ends the process, without an error. */
export function listUsableMajors({ node, napi }: { readonly node: string; readonly napi?: string }): readonly number[] {
  if (!(Number(napi) >= 10)) return [12];
  return Number(node.split(".")[0]) < 24 ? [13, 12] : [13];
}

/** Read without loading it: the wrong one may take the process down. */
function majorOf(name: string): number | undefined {
  try {
    const manifest = join(dirname(require.resolve(name)), "..", "package.json");
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
    return Number(version.split(".")[0]);
  } catch {
    return undefined;
  }
}
