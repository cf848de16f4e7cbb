// The data folder of `portcullis dev`: database, keys, secrets, buffer, logs. For its owner alone, for one dev at a time.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CliError, usageError } from "../exit-codes.js";

export interface DataFolder {
  readonly path: string;
  /** Path of a file or folder inside. */
  at(...parts: string[]): string;
  /** Writes a file with mode 0600, whole or not at all. */
  writeSecret(name: string, text: string): void;
  /** Text of a file, or nothing. */
  read(name: string): string | undefined;
  /** Lets another dev have it. */
  release(): void;
}

const LOCK = "dev.lock";

/** Makes the folder where it is missing (0700) and takes it. Throws when another dev has it. */
export function openDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  try {
    makeFolders(path);
    chmodSync(path, 0o700);
  } catch (error) {
    const { code } = error as { code?: string };
    const why = code === "EEXIST" || code === "ENOTDIR" ? "a file is in its way" : String(code ?? error);
    throw usageError(`The data folder ${path} cannot be made: ${why}.`, "Give another one with --data-dir.");
  }
  const at = (...parts: string[]) => join(path, ...parts);
  takeLock(at(LOCK), path);
  mkdirSync(at("logs"), { recursive: true, mode: 0o700 });
  return {
    path,
    at,
    writeSecret(name, text) {
      const draft = at(`${name}.${process.pid}`);
      writeFileSync(draft, text, { mode: 0o600, flush: true });
      chmodSync(draft, 0o600);
      renameSync(draft, at(name));
    },
    read: (name) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : undefined),
    release: () => rmSync(at(LOCK), { force: true }),
  };
}

/** One by one from the top: Node's own recursive way never ends where the system answers a folder's making with ENOENT. */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

function takeLock(lock: string, folder: string): void {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, `${process.pid}\n`, { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      const owner = Number(readFileSync(lock, "utf8"));
      if (isRunning(owner)) {
        throw new CliError(`Another portcullis dev (process ${owner}) is using ${folder}.`, {
          hint: "Stop it, or give this one another folder with --data-dir.",
        });
      }
      // Its owner was killed.
      rmSync(lock, { force: true });
    }
  }
  throw new CliError(`Another portcullis dev has just started in ${folder}.`);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
