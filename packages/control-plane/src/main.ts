// The control plane as a process. Without arguments it serves; with one it does a single job and ends: `--bootstrap` (the
// first tenant; options as JSON on standard input), `--migrate`, `--migration-status`, `--rotate-keys`, `--confirm-chain` and
// `--replay-usage` (JSON on standard input, see maintenance.ts); `--help` and `--version` tell of it. Exit codes: 0 done, or
// stopped by a signal; 2 options or settings that are wrong; 1 anything else.

import { text } from "node:stream/consumers";
import { Refusal, ToolsFileError } from "@portcullis/contract";
import { isUuid } from "@portcullis/core";
import { ListenError, VERSION } from "@portcullis/edge";
import { createApp } from "./app.js";
import { type BootstrapOptions, bootstrapDatabase } from "./bootstrap.js";
import { type Config, readConfig } from "./config.js";
import { listMigrations, migrate } from "./db/migrate.js";
import { claimDatabase } from "./db/open.js";
import { HELP } from "./help.js";
import { type ChainConfirmation, confirmChain, type DeadLetterName, replayUsage, rotateKeys } from "./maintenance.js";

const WRONG_SETTINGS = 2;
/** Beyond the grace of requests: a worker or a database that does not end. What was acknowledged is on the disk. */
const LONGEST_STOP_AFTER_GRACE_MS = 4000;

/** One JSON line on standard output, for whoever started the process; the log goes to standard error. */
function tell(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exit(WRONG_SETTINGS);
  }
}

async function serve(config: Config): Promise<void> {
  // Before it is migrated, and until the process ends.
  claimDatabase(config.databaseUrl);
  const app = await createApp(config, process.env);
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    app.services.log.info({ signal }, "stopping");
    setTimeout(() => {
      app.services.log.error("stopping took too long");
      process.exit(1);
    }, config.stopGraceMs + LONGEST_STOP_AFTER_GRACE_MS);
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        app.services.log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const url = await app.listen(config.host, config.port).catch((error: unknown) => {
    if ((error as { syscall?: string }).syscall === undefined) throw error;
    throw new ListenError(error, { ...config, hostSetting: "PORTCULLIS_HOST", portSetting: "PORTCULLIS_PORT" });
  });
  tell({ event: "ready", url, pid: process.pid });
}

/** Jobs that end by themselves; the answer is one JSON line. */
const jobs: Readonly<Record<string, (config: Config) => Promise<unknown>>> = {
  "--bootstrap": async (config) => bootstrapDatabase(config, await readOrder<BootstrapOptions>()),
  "--migrate": (config) => migrate(config.databaseUrl),
  "--migration-status": (config) => listMigrations(config.databaseUrl),
  "--rotate-keys": rotateKeys,
  "--confirm-chain": async (config) => confirmChain(config, await readOrder<ChainConfirmation>()),
  "--replay-usage": async (config) => replayUsage(config, await readOrder<DeadLetterName>()),
};

/** What a job is to do; the job looks at its members. Every one is a tenant's. */
async function readOrder<Order extends { readonly tenantId: string }>(): Promise<Order> {
  const order: unknown = await text(process.stdin)
    .then(JSON.parse)
    .catch(() => null);
  if (isUuid((order as Partial<Order> | null)?.tenantId)) return order as Order;
  throw new Error('Give one JSON object on standard input, with the tenant: {"tenantId":"<uuid>", …}.');
}

const TOLD: Readonly<Record<string, string>> = { "--help": HELP, "-h": HELP, "--version": `${VERSION}\n` };

async function run(args: readonly string[]): Promise<void> {
  if (args.length === 0) return serve(readSettings());
  const given = args.join(" ");
  if (Object.hasOwn(TOLD, given)) return void process.stdout.write(TOLD[given] as string);
  const job = Object.hasOwn(jobs, given) ? jobs[given] : undefined;
  if (job === undefined) {
    process.stderr.write(`Unknown option ${given}: give none to serve, or see --help.\n`);
    process.exit(WRONG_SETTINGS);
  }
  tell(await job(readSettings()));
}

/** A refusal's own words are for callers; what its operator needs is the cause. */
function wordsOf(error: unknown): string {
  if (error instanceof Refusal && error.cause !== undefined) return `${error.message}: ${wordsOf(error.cause)}`;
  return error instanceof Error ? error.message : String(error);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`The control plane stopped: ${wordsOf(error)}\n`);
  process.exit(error instanceof ToolsFileError || error instanceof ListenError ? WRONG_SETTINGS : 1);
});
