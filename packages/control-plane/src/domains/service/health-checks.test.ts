// What the checks say of a PostgreSQL whose connections are used up, by others or by this process itself.

import { randomUUID } from "node:crypto";
import { encodeBase64 } from "@portcullis/core";
import { useDatabase } from "@portcullis/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../db/open.js";
import type { Store } from "../../db/tx.js";
import type { KeyRing } from "../../keys/key-ring.js";
import { openKeyRing } from "../../keys/open-key-ring.js";
import { runChecks, standardChecks } from "./health-checks.js";

const database = useDatabase("postgres");
const LOGIN = `limited_${randomUUID().replaceAll("-", "")}`;
/** More than the checks use, which run side by side. */
const POOL_SIZE = 5;
let admin: pg.Client;
let store: Store;
let keys: KeyRing;
let url: string;

const connectAs = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};
const health = async () =>
  Object.fromEntries((await runChecks(standardChecks(store, keys))).map(({ name, healthy }) => [name, healthy]));
const ALL_WELL = { database: true, database_connections: true, audit_chain: true, signing_keys: true };

beforeAll(async () => {
  admin = await connectAs(database.url);
  // Room for the pool, the connection that listens, and one more.
  await admin.query(`create role ${LOGIN} login connection limit ${POOL_SIZE + 2}`);
  await admin.query(`grant portcullis_app, portcullis_platform to ${LOGIN}`);
  const own = new URL(database.url);
  own.username = LOGIN;
  url = own.href;
  store = await openStore({ databaseUrl: url, poolSize: POOL_SIZE, migrate: false });
  const masterKey = encodeBase64(new Uint8Array(32));
  keys = await openKeyRing(store, {
    masterKey,
    masterKeyPrevious: undefined,
    dataDir: "",
    jwtSecret: undefined,
    internalSecret: undefined,
    internalSecretPrevious: undefined,
  });
});
afterAll(async () => {
  await store?.close();
  await admin?.query(`drop owned by ${LOGIN}; drop role ${LOGIN}`);
  await admin?.end();
});

/** Takes what the login has left; gives what ends them. */
async function takeTheRest(): Promise<() => Promise<void>> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = await connectAs(url).catch((error: { code?: string }) => error);
    if (!(client instanceof pg.Client)) {
      expect(client.code).toBe("53300");
      return async () => void (await Promise.all(taken.map((one) => one.end())));
    }
    taken.push(client);
  }
}

it("a server that has no connection left for one more call is unhealthy, though it answers on those there are, and well again with one", async () => {
  expect(await health()).toEqual(ALL_WELL);
  const giveBack = await takeTheRest();
  expect(await health()).toEqual({ ...ALL_WELL, database_connections: false });
  await giveBack();
  await expect.poll(health).toEqual(ALL_WELL);
});

it("a process that has all the connections that it may have needs no more, whatever the server has left", async () => {
  let count = 0;
  let open: () => void = () => undefined;
  const together = new Promise<void>((resolve) => {
    open = resolve;
  });
  // Each transaction waits for the last, so that all are open at once.
  const holdOne = () =>
    store.platform("readiness", async () => {
      if (++count === POOL_SIZE) open();
      await together;
    });
  await Promise.all(Array.from({ length: POOL_SIZE }, holdOne));
  const giveBack = await takeTheRest();
  expect(await health()).toEqual(ALL_WELL);
  await giveBack();
});
