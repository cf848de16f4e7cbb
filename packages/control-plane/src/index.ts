/**
 * What the package gives to programs and tests: the app as an object, the first tenant, the database's migrations, and the policy
 * engine.
 * Serving as a process is `main.ts`.
 */

export { type App, createApp } from "./app.js";
export {
  type AlreadyBootstrapped,
  type BootstrapOptions,
  type Bootstrapped,
  type BootstrapUser,
  bootstrap,
  bootstrapDatabase,
} from "./bootstrap.js";
export { type Config, readConfig } from "./config.js";
export { listMigrations, type MigrationStatus, migrate } from "./db/migrate.js";
export { createPolicyEngine } from "./decision/policy/index.js";
export {
  type ChainConfirmation,
  confirmChain,
  type DeadLetterName,
  replayUsage,
  rotateKeys,
} from "./maintenance.js";
