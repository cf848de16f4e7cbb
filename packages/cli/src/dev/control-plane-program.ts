// Jobs of the control plane that are not serving, each in a process of its own: migrations and the first tenant.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { CliError, EXIT, usageError } from "../exit-codes.js";
import type { Job } from "./control-plane-job.js";
import { BUILD_FIRST, HALF_BUILT, isHalfBuilt } from "./half-built.js";

export interface MigrationStatus {
  readonly name: string;
  /** Milliseconds since the epoch; null while it is pending. */
  readonly appliedAtMs: number | null;
}

/** What the first start is asked to make. */
export interface BootstrapRequest {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly agentId: string;
  readonly agentName: string;
}

/** What it made; secrets are told once. */
export type BootstrapAnswer =
  | {
      readonly created: true;
      readonly tenantId: string;
      readonly users: Readonly<
        Record<string, { readonly email: string; readonly role: string; readonly password: string }>
      >;
      readonly apiKey: { readonly id: string; readonly key: string };
      readonly agent: { readonly id: string; readonly name: string; readonly secret: string };
    }
  | { readonly created: false; readonly tenantId: string };

/** Applies pending migrations, or only lists them; answers the whole list. */
export function runMigrations(databaseUrl: string, statusOnly: boolean): Promise<MigrationStatus[]> {
  return runJob(statusOnly ? "Listing the migrations" : "The migration", {
    kind: statusOnly ? "migration-status" : "migrate",
    databaseUrl,
  });
}

/** Makes the first tenant unless it exists. `env` has the control plane's settings. */
export function runBootstrap(
  env: Readonly<Record<string, string | undefined>>,
  request: BootstrapRequest,
): Promise<BootstrapAnswer> {
  return runJob("Setting up the first tenant", { kind: "bootstrap", env, request });
}

function runJob<Answer>(what: string, job: Omit<Job, "controlPlane">): Promise<Answer> {
  const program = fileURLToPath(import.meta.resolve("./control-plane-job.js"));
  const input: Job = { ...job, controlPlane: import.meta.resolve("@portcullis/control-plane") };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      const answer = lastJsonLine(Buffer.concat(stdout).toString("utf8"));
      if (code === 0 && answer !== undefined) return resolve(answer as Answer);
      const said = Buffer.concat(stderr).toString("utf8").trim() || `exit code ${code}`;
      if (isHalfBuilt(said))
        return reject(usageError(`${what} failed. ${HALF_BUILT}`, `${BUILD_FIRST}\n  It said: ${said}`));
      const exitCode = code === EXIT.unreachable || code === EXIT.usage ? code : EXIT.refused;
      const hint = code === EXIT.unreachable ? { hint: "Is the database running? Check its host and port." } : {};
      reject(new CliError(`${what} failed: ${said}`, { exitCode, ...hint }));
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

function lastJsonLine(text: string): unknown {
  try {
    return JSON.parse(text.trim().split("\n").at(-1) ?? "") as unknown;
  } catch {
    return undefined;
  }
}
