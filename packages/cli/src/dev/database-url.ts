// The form of a database's address, checked before anything starts. What is behind it, the control plane's package finds out.

import { usageError } from "../exit-codes.js";

/** The address that an option or a variable names. */
export function readDatabaseUrl(url: string): string {
  if (/^(postgres(ql)?:\/\/|sqlite:)./.test(url)) return url;
  throw usageError(
    "The database URL names no SQLite file and no PostgreSQL.",
    "Give sqlite:/path/to/file.db or postgres://user:password@host:5432/name.",
  );
}

/**
 * What a data folder remembers of its database: that it is the file in the folder, which other file, or a PostgreSQL, wherever
 * that listens by now.
 */
export function markOfDatabase(url: string | undefined): string {
  if (url === undefined) return "the SQLite file in it";
  return url.startsWith("sqlite:") ? url : "a PostgreSQL";
}
