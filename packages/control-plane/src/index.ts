/**
 * What the package gives to programs that prepare its database. Serving is `main.ts`; tests and commands start it as a
 * process.
 */
export { listMigrations, type MigrationStatus, migrate } from "./db/migrate.js";
