// What a database still needs. A migration whose text differs from what was applied is an error: history is not edited.

import { createHash } from "node:crypto";
import type { Dialect } from "../tx.js";
import { migrations } from "./index.js";
import type { Migration } from "./migration.js";

export interface MigrationStatus {
  readonly name: string;
  /** Milliseconds since the epoch; null while it is pending. */
  readonly appliedAtMs: number | null;
}

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: number | string;
}

export interface MigrationStep {
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly string[];
  /** When it was applied; null when it is still to be. */
  readonly appliedAtMs: number | null;
}

export const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at bigint not null)`;

/** Every migration in order, with what is known of it. Throws when the database was migrated by another program. */
export function planSteps(dialect: Dialect, applied: readonly AppliedMigration[]): MigrationStep[] {
  const known = new Map(applied.map((row) => [row.name, row]));
  const names = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.filter((row) => !names.has(row.name));
  if (unknown.length > 0) {
    const list = unknown.map((row) => row.name).join(", ");
    throw new Error(`The database has migrations that this program does not know (${list}): run a newer version.`);
  }
  return migrations.map((migration) => {
    const checksum = checksumOf(migration, dialect);
    const row = known.get(migration.name);
    if (row && row.checksum !== checksum) {
      throw new Error(`Migration ${migration.name} was applied with another text: run the version that applied it.`);
    }
    return {
      name: migration.name,
      checksum,
      statements: migration.statements(dialect),
      appliedAtMs: row ? Number(row.applied_at) : null,
    };
  });
}

export function statusOf({ name, appliedAtMs }: MigrationStep): MigrationStatus {
  return { name, appliedAtMs };
}

function checksumOf(migration: Migration, dialect: Dialect): string {
  // Layout of the text is free; its words are not.
  const text = migration.statements(dialect).join(";").replace(/\s+/g, " ");
  return createHash("sha256").update(text).digest("hex");
}
