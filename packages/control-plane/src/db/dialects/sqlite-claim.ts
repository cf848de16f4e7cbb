// Which process serves an SQLite file. What one control plane knows without asking (streams, caches, which edges live) is
// wrong where a second one writes, so that the second is refused. Jobs that end by themselves need no claim.

import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolders } from "@portcullis/edge/make-folders";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import type Database from "better-sqlite3";

/** A connection that nothing refers to is collected, and its lock with it. */
const held = new Set<Database.Database>();

/**
 * Claims the file for this process until it ends, however it ends, or until the claim is given back by the returned function.
 * Throws an Error that says what to do while another process has it.
 */
export function claimSqliteFile(path: string): () => void {
  const claimPath = `${path}.claim`;
  makeFolders(dirname(path));
  requireOneName(path);
  closeSync(openSync(claimPath, "a", 0o600));
  chmodSync(claimPath, 0o600);
  const claim = new (loadSqliteDriver())(claimPath, { timeout: 0 });
  try {
    claim.pragma("locking_mode = EXCLUSIVE");
    // In this mode the lock stays when the transaction has ended.
    claim.exec("begin exclusive; commit");
  } catch (error) {
    claim.close();
    if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw error;
    throw new Error(
      `Another control plane serves ${path}. SQLite is for one: stop that one first, or give both the same PostgreSQL.`,
      { cause: error },
    );
  }
  held.add(claim);
  return () => {
    held.delete(claim);
    claim.close();
  };
}

/** SQLite keeps its log beside the name that a file is opened by: through two names each writes without the other's. */
function requireOneName(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory())
    throw new Error(`${path} is a folder: name a file in it, which is made where there is none.`);
  const names = found?.nlink ?? 1;
  if (names === 1) return;
  throw new Error(
    `${path} has ${names} names (hard links), by which it would be damaged: remove the others, or copy it.`,
  );
}
