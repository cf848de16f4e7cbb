/** The PostgreSQL that the machine has, from its distribution or on the PATH. */
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startFromBinaries } from "./postgres-binaries.js";
import type { PostgresServer } from "./postgres-settings.js";
import type { TempFolder } from "./temp-folder.js";

const DEBIAN_ROOT = "/usr/lib/postgresql";

/** Starts a server of the newest version in `folder`, which `stop` deletes. Throws when there are no programs. */
export async function startDistributionServer(folder: TempFolder): Promise<PostgresServer> {
  const binaries = findBinaries();
  if (binaries === undefined) throw new Error(`no initdb and pg_ctl under ${DEBIAN_ROOT} or on the PATH`);
  return startFromBinaries(binaries, folder, "distribution");
}

function findBinaries(): string | undefined {
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(DEBIAN_ROOT, name, "bin"));
  const folders = [...newestFirst, ...(process.env.PATH ?? "").split(delimiter).filter((name) => name !== "")];
  return folders.find((folder) => isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "pg_ctl")));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
