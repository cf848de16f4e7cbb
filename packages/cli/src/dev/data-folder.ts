// The data folder of `portcullis dev`: database, keys, secrets, buffer, logs. For its owner alone, for one dev at a time.

import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { join, resolve } from "node:path";
import { makeFolders } from "@portcullis/edge/make-folders";
import { CliError, usageError } from "../exit-codes.js";
import { writePrivateFile } from "../text/private-file.js";
import { describeWriteFault } from "../text/write-fault.js";
import { isRunning } from "./is-running.js";

export interface DataFolder {
  readonly path: string;
  /** Path of a file or folder inside. */
  at(...parts: string[]): string;
  /** Writes a file with mode 0600, whole or not at all. */
  writeSecret(name: string, text: string): void;
  /** Text of a file, or nothing. */
  read(name: string): string | undefined;
  /** Whether the dev that had it before was killed, so that its children may still be ending. */
  readonly wasLeft: boolean;
  /** Lets another dev have it. */
  release(): void;
}

const LOCK = "dev.lock";

/**
 * Makes the folder where it is missing (0700) and takes it. Throws a usage error when it cannot be made or written, or
 * another dev has it.
 */
export function openDataFolder(folder: string): DataFolder {
  if (folder === "") throw usageError("--data-dir names no folder.", ANOTHER);
  const path = resolve(folder);
  const at = (...parts: string[]) => join(path, ...parts);
  orRefuse(`The data folder ${path} cannot be made`, () => makeFolders(path));
  let wasLeft = false;
  orRefuse(`The data folder ${path} cannot be used`, () => {
    // One that holds other things stays as it is: what dev keeps there is closed by itself.
    if (readdirSync(path).length === 0) chmodSync(path, 0o700);
    makeFolders(at("logs"));
    wasLeft = takeLock(at(LOCK), path);
  });
  return {
    path,
    at,
    wasLeft,
    writeSecret: (name, text) => writePrivateFile(at(name), text),
    read: (name) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : undefined),
    release: () => rmSync(at(LOCK), { force: true }),
  };
}

const ANOTHER = "Give another one with --data-dir.";

function orRefuse(what: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`${what}: ${describeWriteFault(error)}.`, ANOTHER);
  }
}

/** Takes the lock; true when it was that of a dev that had been killed. */
function takeLock(lock: string, folder: string): boolean {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, `${process.pid} ${identityOf(folder)}\n`, { flag: "wx", mode: 0o600 });
      return attempt > 0;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      const owner = ownerOf(lock, folder);
      if (owner !== undefined) {
        throw usageError(
          `Another portcullis dev (process ${owner}) is using ${folder}.`,
          "Stop it, or give this one another folder with --data-dir.",
        );
      }
      // Its owner was killed, or has another folder.
      rmSync(lock, { force: true });
    }
  }
  throw usageError(`Another portcullis dev has just started in ${folder}.`, ANOTHER);
}

/** The running process that took the lock, if any. One that was copied with its folder is the original's. */
function ownerOf(lock: string, folder: string): number | undefined {
  const [pid, identity] = readFileSync(lock, "utf8").trim().split(" ");
  const isCopied = identity !== undefined && identity !== identityOf(folder);
  const startedAtMs = Date.now() - uptime() * 1000;
  // After a restart of the machine the number may be any process's; a minute is for clocks that were set meanwhile.
  const isOfEarlierStart = statSync(lock).mtimeMs < startedAtMs - 60_000;
  if (isCopied || isOfEarlierStart || !isOtherProcess(Number(pid))) return undefined;
  return isRunning(Number(pid)) ? Number(pid) : undefined;
}

/** What a folder keeps when it is renamed, and a copy of it does not have. */
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}

function isOtherProcess(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid;
}
