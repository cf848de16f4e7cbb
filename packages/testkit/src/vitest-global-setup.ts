/**
 * Vitest's global set-up: a loopback address at which a test process may ask for a PostgreSQL. Nothing is started
 * before the first asks, so that runs of pure packages stay quick. Starts nothing when the test script named a server.
 */
import { createServer } from "node:http";
import { startPostgres } from "./postgres-server.js";
import type { PostgresServer } from "./postgres-settings.js";
import { dropTemplate, nameTemplate } from "./postgres-template.js";
import { POSTGRES_STARTER_VARIABLE, POSTGRES_URL_VARIABLE } from "./postgres-url.js";

/** Called once per vitest project; the second call finds the first one's address. Returns the tear-down. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  nameTemplate();
  if (process.env[POSTGRES_URL_VARIABLE]) return dropTemplate;
  if (process.env[POSTGRES_STARTER_VARIABLE]) return undefined;
  let starting: Promise<PostgresServer> | undefined;
  const server = createServer((_request, response) => {
    starting ??= startPostgres();
    starting.then(
      (postgres) => response.end(postgres.url),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The loopback listener has no port.");
  process.env[POSTGRES_STARTER_VARIABLE] = `http://127.0.0.1:${address.port}/`;
  return async () => {
    delete process.env[POSTGRES_STARTER_VARIABLE];
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const postgres = await starting?.catch(() => undefined);
    await postgres?.stop();
  };
}
