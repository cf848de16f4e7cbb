// Which database a URL names. Not a validator of PostgreSQL's own parameters; its driver reads those.

import { isAbsolute, resolve } from "node:path";

export type DatabaseAddress =
  | { readonly dialect: "sqlite"; readonly path: string }
  | { readonly dialect: "postgres"; readonly url: string };

/** Reads `sqlite:/path/to/file.db` or `postgres://user@host/name`; throws an Error that shows both forms. */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  if (/^postgres(ql)?:\/\//.test(url)) return { dialect: "postgres", url };
  if (url.startsWith("sqlite:")) {
    const path = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");
    if (path !== "" && !path.includes(":memory:")) {
      return { dialect: "sqlite", path: isAbsolute(path) ? path : resolve(path) };
    }
  }
  throw new Error("The database URL must be sqlite:/path/to/file.db or postgres://user:password@host:5432/name.");
}
