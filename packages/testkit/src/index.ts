/** Real databases, servers and folders for the project's own tests. Private: imported by tests alone. */
export {
  createDatabase,
  DATABASE_KINDS,
  type DatabaseKind,
  eachDatabase,
  type OwnedDatabase,
  type TestDatabase,
} from "./databases.js";
export { findFreePort } from "./free-port.js";
export { startPostgres } from "./postgres-server.js";
export type { PostgresServer } from "./postgres-settings.js";
export { findPostgresUrl } from "./postgres-url.js";
export { makeTempFolder, type TempFolder } from "./temp-folder.js";
