/**
 * The database that those of suites are copies of: to copy one takes half the time of migrating one. Vitest's global set-up names
 * and drops it, a run's own; the first suite that asks makes it.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { POSTGRES_URL_VARIABLE } from "./postgres-url.js";

const NAME_VARIABLE = "PORTCULLIS_TEST_POSTGRES_TEMPLATE";

/** Names the template of the processes that are started from here. */
export function nameTemplate(): void {
  process.env[NAME_VARIABLE] ??= `portcullis_template_${randomUUID().replaceAll("-", "")}`;
}

let ready: Promise<string> | undefined;

/** The template's name, once it is there. `fill` is given the URL of the new, empty database. */
export function findTemplate(adminUrl: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  ready ??= makeTemplate(adminUrl, fill);
  return ready;
}

async function makeTemplate(adminUrl: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  const name = process.env[NAME_VARIABLE];
  if (name === undefined) throw new Error("Databases of suites are made under vitest only.");
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Held until the connection ends: of the test processes one makes it, and the others wait for it.
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const known = await client.query("select from pg_database where datname = $1", [name]);
    if (known.rowCount === 0) {
      // Under another name until it is whole: what a process left that ended meanwhile is no template.
      const draft = `${name}_draft`;
      await client.query(`drop database if exists ${draft} with (force)`);
      await client.query(`create database ${draft}`);
      const url = new URL(adminUrl);
      url.pathname = `/${draft}`;
      await fill(url.href);
      await client.query(`alter database ${draft} rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

/** Drops it from a server that outlives the run. */
export async function dropTemplate(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[POSTGRES_URL_VARIABLE] });
  await client.connect();
  await client.query(`drop database if exists ${process.env[NAME_VARIABLE]} with (force)`);
  await client.end();
}
