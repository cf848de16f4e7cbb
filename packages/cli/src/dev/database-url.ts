// The form of a database's address, checked before anything starts. What is behind it, the control plane's package finds out.

import { usageError } from "../exit-codes.js";

/** The address that an option or a variable names. */
export function readDatabaseUrl(url: string): string {
  if (/^(postgres(ql)?:\/\/|sqlite:)./.test(url)) return url;
  throw usageError(
    "The database URL names no database.",
    "Give sqlite:/path/to/file.db or postgres://user:password@host:5432/name.",
  );
}
