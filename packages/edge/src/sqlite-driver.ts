// better-sqlite3 in the version that runs on this Node: 13 crashes on Node 20, 12 on Node 24. Programs bring both, 13 under a
// name of its own; whoever embeds the edge installs the one for its Node. Loaded when first asked for, and nowhere else.
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
const NODE_MAJOR = Number(process.versions.node.split(".")[0]);
/** Major versions that run here, the best first. */
const USABLE_MAJORS: readonly number[] = NODE_MAJOR < 22 ? [12] : NODE_MAJOR < 24 ? [13, 12] : [13];
const NAMES = ["better-sqlite3-node22", "better-sqlite3"] as const;

/** The driver. Throws {@link SqliteDriverError}. */
export function loadSqliteDriver(): SqliteDriver {
  const installed = NAMES.map((name) => ({ name, major: majorOf(name) }));
  let cause: unknown;
  for (const wanted of USABLE_MAJORS) {
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
      `for it: run \`npm install better-sqlite3@${USABLE_MAJORS[0]}\`.`,
    { cause },
  );
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
