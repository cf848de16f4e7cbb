// How replicas hear of control changes: by LISTEN/NOTIFY on a connection of its own that is watched and made again. Only
// control changes are announced; a NOTIFY per append would serialise commits.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { type Announcements, announceLocally } from "../announcements.js";

const CHANNEL = "portcullis_state";
const KEEPALIVE_MS = 10_000;
const RETRY_MS = 1_000;

/** Announcements over a PostgreSQL database. Lost ones are not repeated; readers compare state versions anyway. */
export function announceOverPostgres(url: string, pool: pg.Pool, onError: (error: unknown) => void): Announcements {
  const local = announceLocally();
  const self = randomUUID();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = fresh;
    fresh.on("error", (error) => lose(fresh, error));
    fresh.on("end", () => lose(fresh, new Error("the listening connection ended")));
    fresh.on("notification", ({ payload }) => {
      const [from, tenantId] = (payload ?? "").split(" ");
      if (from !== self && tenantId) void local.announce(tenantId);
    });
    try {
      await fresh.connect();
      await fresh.query(`set idle_session_timeout = 0; listen ${CHANNEL}`);
      if (client === fresh && !isClosed) schedule(KEEPALIVE_MS, () => keepAlive(fresh));
    } catch (error) {
      lose(fresh, error);
    }
  };
  const keepAlive = async (current: pg.Client): Promise<void> => {
    const silence = setTimeout(() => lose(current, new Error("the listening connection is silent")), KEEPALIVE_MS);
    try {
      await current.query("select 1");
      if (client === current && !isClosed) schedule(KEEPALIVE_MS, () => keepAlive(current));
    } catch (error) {
      lose(current, error);
    } finally {
      clearTimeout(silence);
    }
  };
  const lose = (lost: pg.Client, error: unknown): void => {
    if (client !== lost || isClosed) return;
    client = undefined;
    onError(error);
    lost.end().catch(() => {});
    schedule(RETRY_MS, connect);
  };
  const schedule = (delayMs: number, task: () => Promise<void>): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void task(), delayMs);
    timer.unref();
  };

  void connect();
  return {
    announce: async (tenantId) => {
      await local.announce(tenantId);
      await pool.query("select pg_notify($1, $2)", [CHANNEL, `${self} ${tenantId}`]);
    },
    listen: local.listen,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await local.close();
      await client?.end().catch(() => {});
    },
  };
}
