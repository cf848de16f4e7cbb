// Somebody with the disk in their hands: copies of the database with one thing changed, each verified by a control plane
// of its own. The original is only read.

import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import { Portcullis } from "@portcullis/sdk";
import type Database from "better-sqlite3";
import { startChild } from "../dev/child.js";
import type { World } from "./world.js";

export interface Verification {
  readonly valid: boolean;
  readonly rows: number;
  readonly violations: readonly { readonly kind: string; readonly seq: string | null; readonly message: string }[];
}

/** Copies the running database, lets `change` edit the copy, and asks a control plane on it to verify the chain. */
export async function verifyTamperedCopy(
  world: World,
  name: string,
  change: (database: Database.Database) => void,
): Promise<Verification> {
  const folder = join(world.scratch, name);
  mkdirSync(folder, { mode: 0o700 });
  const file = join(folder, "portcullis.db");
  const original = new (loadSqliteDriver())(join(world.dev.data_dir, "portcullis.db"), {
    readonly: true,
    fileMustExist: true,
  });
  await original.backup(file);
  original.close();
  const copy = new (loadSqliteDriver())(file);
  // The guards against changes are in the database too, so whoever can write the file can take them away.
  for (const trigger of listTriggers(copy)) copy.exec(`drop trigger "${trigger}"`);
  change(copy);
  copy.close();
  return verify(world, folder, file);
}

async function verify(world: World, folder: string, file: string): Promise<Verification> {
  copyFileSync(join(world.dev.data_dir, "master.key"), join(folder, "master.key"));
  const controlPlane = await startChild<{ url: string }>({
    name: "control plane on the copy",
    program: import.meta.resolve("@portcullis/control-plane/main"),
    env: {
      PATH: world.context.env.PATH,
      DATABASE_URL: `sqlite:${file}`,
      PORTCULLIS_DATA_DIR: folder,
      PORTCULLIS_HOST: "127.0.0.1",
      PORTCULLIS_PORT: "0",
      PORTCULLIS_LOG_LEVEL: "error",
    },
    logFile: join(folder, "control-plane.log"),
  });
  try {
    const { email, password, tenant_id } = world.dev.platform_admin;
    const client = new Portcullis({
      baseUrl: controlPlane.ready.url,
      tenantId: tenant_id,
      user: { email, password },
    });
    return await client.audit.verify({});
  } finally {
    await controlPlane.stop();
  }
}

function listTriggers(database: Database.Database): string[] {
  const rows = database.prepare<[], { name: string }>("select name from sqlite_master where type = 'trigger'").all();
  return rows.map(({ name }) => name);
}
