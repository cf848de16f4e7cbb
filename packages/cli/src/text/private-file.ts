// Files that their owner alone may read: logins, secrets.

import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes the file with mode 0600, whole or not at all; what cannot be written leaves no draft behind. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
