// A process of its own for one job of the control plane's package that is not serving. The package is loaded here by its
// address, which keeps it, and its database drivers, out of the CLI's process.

import { readFileSync } from "node:fs";

/** The part of the control plane's package that the jobs need. */
interface ControlPlane {
  readonly migrate: (url: string) => Promise<unknown>;
  readonly listMigrations: (url: string) => Promise<unknown>;
  readonly readConfig: (env: Readonly<Record<string, string | undefined>>) => object;
  readonly bootstrapDatabase: (config: object, request: object) => Promise<unknown>;
}

/** What comes in on standard input; the answer goes out as one line of JSON. */
export interface Job {
  /** Address of the control plane's package. */
  readonly controlPlane: string;
  readonly kind: "migrate" | "migration-status" | "bootstrap";
  /** For migrations. */
  readonly databaseUrl?: string;
  /** For the bootstrap: the control plane's settings, and what to make. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly request?: object;
}

/** Exit codes where there is no database, and where it could not be reached; 1 stands for anything else. */
const MISSING = 2;
const UNREACHABLE = 3;

const job = JSON.parse(readFileSync(0, "utf8")) as Job;
try {
  process.stdout.write(`${JSON.stringify(await run(job))}\n`, () => process.exit(0));
} catch (error) {
  const { code } = error as { code?: unknown };
  const isUnreachable = typeof code === "string" && /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_)/.test(code);
  const exitCode = isUnreachable ? UNREACHABLE : code === "ENOENT" ? MISSING : 1;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(exitCode));
}

async function run({ controlPlane, kind, databaseUrl = "", env = {}, request = {} }: Job): Promise<unknown> {
  const { migrate, listMigrations, readConfig, bootstrapDatabase } = (await import(controlPlane)) as ControlPlane;
  if (kind === "migrate") return migrate(databaseUrl);
  if (kind === "migration-status") return listMigrations(databaseUrl);
  return bootstrapDatabase(readConfig(env), request);
}
