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
  if (POSTGRES_URL.test(url)) return { dialect: "postgres", url };
  const path = sqlitePath(url);
  if (path !== null) return { dialect: "sqlite", path: fileBehind(resolve(path)) };
  throw new Error(`The database URL must be ${DATABASE_URL_FORMS}.`);
}

/** Whether a text names a database; whether that is there is seen when it is opened. */
export function isDatabaseUrl(text: string): boolean {
  return POSTGRES_URL.test(text) || sqlitePath(text) !== null;
}

export const DATABASE_URL_FORMS = "sqlite:/path/to/file.db or postgres://user:password@host:5432/name";

const POSTGRES_URL = /^postgres(ql)?:\/\//;

function sqlitePath(url: string): string | null {
  if (!url.startsWith("sqlite:")) return null;
  const path = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");
  return path === "" || path.includes(":memory:") ? null : path;
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
