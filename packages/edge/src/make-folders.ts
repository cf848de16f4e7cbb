// Makes a folder and those above it, for its owner alone. Not Node's own recursive way, which never ends where the system
// answers the making of a folder with ENOENT though the one above it is there.

import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Does nothing where it is there already. Throws the system's error. */
export function makeFolders(path: string): void {
  if (isFolder(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
