// One durable commit of the control plane's database: a row of a kilobyte, as its settings write it.

import { createRequire } from "node:module";
import { join } from "node:path";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import { summarize } from "./load.mjs";

const requireFromControlPlane = createRequire(new URL("../packages/control-plane/package.json", import.meta.url));
const ROW = "x".repeat(1024);

/** Latencies of `count` commits, one after the other. */
export async function measureDurableCommit(kind, place, count = 500) {
  return kind === "sqlite" ? measureSqlite(place, count) : measurePostgres(place, count);
}

function measureSqlite(folder, count) {
  const database = new (loadSqliteDriver())(join(folder, "floor.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("create table floor (id integer primary key, value text)");
  const insert = database.prepare("insert into floor (value) values (?)");
  const result = measure(count, () => insert.run(ROW));
  database.close();
  return result;
}

async function measurePostgres(url, count) {
  const { Client } = requireFromControlPlane("pg");
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("create table if not exists bench_floor (id bigserial primary key, value text)");
  const latencies = [];
  const startedAt = performance.now();
  for (let index = 0; index < count; index++) {
    const at = performance.now();
    await client.query({ name: "floor", text: "insert into bench_floor (value) values ($1)", values: [ROW] });
    latencies.push(performance.now() - at);
  }
  const elapsedMs = performance.now() - startedAt;
  await client.query("drop table bench_floor");
  await client.end();
  return summarize(latencies, elapsedMs);
}

function measure(count, work) {
  const latencies = [];
  const startedAt = performance.now();
  for (let index = 0; index < count; index++) {
    const at = performance.now();
    work();
    latencies.push(performance.now() - at);
  }
  return summarize(latencies, performance.now() - startedAt);
}
