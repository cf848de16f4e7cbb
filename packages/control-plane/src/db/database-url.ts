// Which database a URL names. Not a validator of PostgreSQL's own parameters; its driver reads those.

import { readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

export type DatabaseAddress =
  | { readonly dialect: "sqlite"; readonly path: string }
  | { readonly dialect: "postgres"; readonly url: string };

/**
 * Reads `sqlite:/path/to/file.db` or `postgres://user@host/name`; throws an Error that shows both forms. The path of an SQLite
 * file is that of the file itself where links lead to it: SQLite keeps its log there, and whoever claims it must mean the same.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  if (/^postgres(ql)?:\/\//.test(url)) return { dialect: "postgres", url };
  if (url.startsWith("sqlite:")) {
    const path = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");
    if (path !== "" && !path.includes(":memory:")) {
      return { dialect: "sqlite", path: fileBehind(resolve(path)) };
    }
  }
  throw new Error("The database URL must be sqlite:/path/to/file.db or postgres://user:password@host:5432/name.");
}

/** The file that a path leads to, which need not exist yet. */
function fileBehind(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
  }
  let target: string;
  try {
    target = readlinkSync(path);
  } catch {
    return path;
  }
  return fileBehind(resolve(dirname(path), target));
}
