// `migrate`: brings a database to the newest schema, or says which migrations it has. Runs the control plane's own program
// for it, so that there is one list of migrations.

import { Command } from "commander";
import { addOutputOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { type MigrationStatus, runMigrations } from "../dev/control-plane-program.js";
import { readDatabaseUrl } from "../dev/database-url.js";
import { EXIT, type ExitCode, usageError } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";

interface MigrateOptions {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
  readonly status?: boolean;
  readonly json?: boolean;
}

export function createMigrateCommand(context: CliContext, finish: Finish): Command {
  const command = new Command("migrate")
    .summary("bring a database to the newest schema")
    .description(
      "Applies the migrations that a database lacks, all or nothing; safe to run twice, and from several machines at once. " +
        "With --status it only lists them, and the exit code is 1 while any is pending.",
    )
    .option("--database-url <url>", "sqlite:/path/to/file or postgres://… (DATABASE_URL)")
    .option("--status", "list the migrations, apply nothing")
    .addHelpText(
      "after",
      "\nExamples:\n  $ portcullis migrate --database-url postgres://user@db.example/portcullis\n" +
        "  $ portcullis migrate --status --database-url sqlite:/var/lib/portcullis/portcullis.db",
    );
  return addOutputOptions(command).action(async (options: MigrateOptions) => {
    const url = options.databaseUrl ?? context.env.DATABASE_URL;
    if (!url) throw usageError("The database is missing.", "Give --database-url, or set DATABASE_URL.");
    finish(present(context, await runMigrations(readDatabaseUrl(url), options.status === true), options));
  });
}

function present(context: CliContext, list: readonly MigrationStatus[], options: MigrateOptions): ExitCode {
  const pending = list.filter((migration) => migration.appliedAtMs === null);
  const { style } = context;
  if (options.json) {
    writeJson(
      context,
      list.map(({ name, appliedAtMs }) => ({ name, applied_at: instantOf(appliedAtMs) })),
    );
  } else {
    for (const { name, appliedAtMs } of list) {
      const mark = appliedAtMs === null ? style.yellow("○") : style.green("✓");
      writeLine(context, `${mark} ${name}  ${style.dim(instantOf(appliedAtMs) ?? "pending")}`);
    }
    if (pending.length > 0) writeLine(context, `${pending.length} pending: run portcullis migrate.`);
    else writeLine(context, "The schema is up to date.");
  }
  return pending.length === 0 ? EXIT.ok : EXIT.refused;
}

function instantOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
