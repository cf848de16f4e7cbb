// Settings of the process. Nothing else reads the environment.

import { DEFAULT_REQUEST_TIMEOUT_MS } from "@portcullis/edge";
import { z } from "zod";

const flag = z.stringbool().default(false);
const seconds = (fallback: number) => z.coerce.number().positive().default(fallback);

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

const environment = z.object({
  PORTCULLIS_HOST: z.string().default("127.0.0.1"),
  PORTCULLIS_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** `sqlite:/path/to/file` or `postgres://…` */
  DATABASE_URL: z.string().optional(),
  PORTCULLIS_DATA_DIR: z.string().default(".portcullis"),
  /** 32 bytes in base64; without it a key file (0600) is made in the data folder. */
  PORTCULLIS_MASTER_KEY: z.string().optional(),
  /** Named secrets win over the generated ones. */
  JWT_SECRET_KEY: z.string().min(32).optional(),
  INTERNAL_SECRET: z.string().min(32).optional(),
  INTERNAL_SECRET_PREVIOUS: z.string().min(32).optional(),
  JWT_EXPIRY_MINUTES: z.coerce.number().positive().max(1440).default(15),
  DECISION_GATHER_TOTAL_TIMEOUT: seconds(1.5),
  MIN_AGENTS_FOR_CORRELATION: z.coerce.number().int().min(2).default(2),
  USAGE_DRAIN_BATCH_SIZE: z.coerce.number().int().min(1).max(1000).default(100),
  USAGE_DRAIN_INTERVAL_SECONDS: seconds(1),
  PORTCULLIS_CLOSE_AFTER_MS: z.coerce.number().int().min(0).default(300_000),
  PORTCULLIS_SETTLE_DAYS: z.coerce.number().positive().default(7),
  /** Tools file for the control plane's own /execute. */
  PORTCULLIS_TOOLS_FILE: z.string().optional(),
  /** Take X-Forwarded-For from these addresses (comma separated). */
  PORTCULLIS_TRUSTED_PROXIES: z.string().default("").transform(listOf),
  /** How long a request may take to arrive. */
  PORTCULLIS_REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(DEFAULT_REQUEST_TIMEOUT_MS),
  /** How long a request that runs may go on when the process stops. */
  PORTCULLIS_STOP_GRACE_MS: z.coerce.number().int().min(0).max(600_000).default(4000),
  /** Host names by which this server may be called, beside loopback's (comma separated, without ports). */
  PORTCULLIS_PUBLIC_NAMES: z
    .string()
    .default("")
    .transform(listOf)
    .refine((names) => names.every((name) => HOST_NAME.test(name)), "must be host names without scheme, port or path"),
  PORTCULLIS_ENVIRONMENT: z.enum(["development", "production"]).default("development"),
  PORTCULLIS_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** PostgreSQL connections of this process. */
  PORTCULLIS_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Refuse to start on a database with pending migrations instead of migrating it. */
  PORTCULLIS_NO_MIGRATE: flag,
});

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly masterKey: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly internalSecret: string | undefined;
  readonly internalSecretPrevious: string | undefined;
  readonly tokenLifetimeMs: number;
  readonly decisionTimeoutMs: number;
  readonly minAgentsForCorrelation: number;
  readonly usageDrainBatchSize: number;
  readonly usageDrainIntervalMs: number;
  readonly closeAfterMs: number;
  readonly settleAfterMs: number;
  readonly toolsFile: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly publicNames: readonly string[];
  readonly requestTimeoutMs: number;
  readonly stopGraceMs: number;
  readonly production: boolean;
  readonly logLevel: string;
  readonly poolSize: number;
  readonly migrate: boolean;
}

/** Reads and checks the settings; throws an Error whose message names each wrong variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Settings are wrong:\n  ${wrong.join("\n  ")}`);
  }
  const e = parsed.data;
  return {
    host: e.PORTCULLIS_HOST,
    port: e.PORTCULLIS_PORT,
    databaseUrl: e.DATABASE_URL ?? `sqlite:${e.PORTCULLIS_DATA_DIR}/portcullis.db`,
    dataDir: e.PORTCULLIS_DATA_DIR,
    masterKey: e.PORTCULLIS_MASTER_KEY,
    jwtSecret: e.JWT_SECRET_KEY,
    internalSecret: e.INTERNAL_SECRET,
    internalSecretPrevious: e.INTERNAL_SECRET_PREVIOUS,
    tokenLifetimeMs: e.JWT_EXPIRY_MINUTES * 60_000,
    decisionTimeoutMs: e.DECISION_GATHER_TOTAL_TIMEOUT * 1000,
    minAgentsForCorrelation: e.MIN_AGENTS_FOR_CORRELATION,
    usageDrainBatchSize: e.USAGE_DRAIN_BATCH_SIZE,
    usageDrainIntervalMs: e.USAGE_DRAIN_INTERVAL_SECONDS * 1000,
    closeAfterMs: e.PORTCULLIS_CLOSE_AFTER_MS,
    settleAfterMs: e.PORTCULLIS_SETTLE_DAYS * 86_400_000,
    toolsFile: e.PORTCULLIS_TOOLS_FILE,
    trustedProxies: e.PORTCULLIS_TRUSTED_PROXIES,
    publicNames: e.PORTCULLIS_PUBLIC_NAMES,
    requestTimeoutMs: e.PORTCULLIS_REQUEST_TIMEOUT_MS,
    stopGraceMs: e.PORTCULLIS_STOP_GRACE_MS,
    production: e.PORTCULLIS_ENVIRONMENT === "production",
    logLevel: e.PORTCULLIS_LOG_LEVEL,
    poolSize: e.PORTCULLIS_POOL_SIZE,
    migrate: !e.PORTCULLIS_NO_MIGRATE,
  };
}
