// Settings of the process. Nothing else reads the environment.

import { isIP } from "node:net";
import {
  choice,
  describeSettings,
  flag,
  path,
  positiveNumber,
  readSettings,
  secretSetting,
  setting,
  wholeNumber,
} from "@portcullis/contract";
import { DAY_MS, MINUTE_MS } from "@portcullis/core";
import { DEFAULT_REQUEST_TIMEOUT_MS, DEFAULT_STOP_GRACE_MS } from "@portcullis/edge";
import { z } from "zod";
import { DATABASE_URL_FORMS, isDatabaseUrl } from "./db/database-url.js";

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/** An address, a block of them, or a word for one that the HTTP server knows. */
const isProxy = (text: string): boolean => {
  if (/^(?:loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128) && Number(bits) > 0)
  );
};
const listSetting = (isMember: (text: string) => boolean, takes: string, example: string) =>
  setting(
    z
      .string()
      .default("")
      .transform(listOf)
      .refine((members) => members.every(isMember)),
    takes,
    example,
  );
const namedSecret = secretSetting(
  z.string().min(32).optional(),
  "at least 32 characters",
  "what openssl rand -hex 32 prints",
);
const masterKey = secretSetting(
  z.string().regex(BASE64_OF_32_BYTES).optional(),
  "32 bytes in base64",
  "what openssl rand -base64 32 prints",
);

const settings = {
  PORTCULLIS_HOST: setting(z.string().default("127.0.0.1"), "an address to listen on", "127.0.0.1"),
  PORTCULLIS_PORT: wholeNumber("a port, or 0 for any free one", { from: 0, to: 65_535, fallback: 8080 }),
  /** A PostgreSQL URL may hold a password. */
  DATABASE_URL: secretSetting(
    z.string().refine(isDatabaseUrl).optional(),
    DATABASE_URL_FORMS,
    "sqlite:/var/lib/portcullis/portcullis.db",
  ),
  PORTCULLIS_DATA_DIR: setting(z.string().default(".portcullis"), "a folder", "/var/lib/portcullis"),
  /** Without it a key file (0600) is made in the data folder. */
  PORTCULLIS_MASTER_KEY: masterKey,
  /** What it sealed is sealed anew at the start. */
  PORTCULLIS_MASTER_KEY_PREVIOUS: masterKey,
  /** Named secrets win over the generated ones. */
  JWT_SECRET_KEY: namedSecret,
  INTERNAL_SECRET: namedSecret,
  INTERNAL_SECRET_PREVIOUS: namedSecret,
  JWT_EXPIRY_MINUTES: positiveNumber("minutes", { to: 1440, fallback: 15 }),
  DECISION_GATHER_TOTAL_TIMEOUT: positiveNumber("seconds", { fallback: 1.5 }),
  MIN_AGENTS_FOR_CORRELATION: wholeNumber("agents", { from: 2, fallback: 2 }),
  USAGE_DRAIN_BATCH_SIZE: wholeNumber("events", { from: 1, to: 1000, fallback: 100 }),
  USAGE_DRAIN_INTERVAL_SECONDS: positiveNumber("seconds", { fallback: 1 }),
  PORTCULLIS_CLOSE_AFTER_MS: wholeNumber("milliseconds", { from: 0, fallback: 300_000 }),
  PORTCULLIS_SETTLE_DAYS: positiveNumber("days", { fallback: 7 }),
  /** Tools file for the control plane's own /execute. */
  PORTCULLIS_TOOLS_FILE: path("the tools file", "/etc/portcullis/tools.json"),
  /** Take X-Forwarded-For from these addresses. */
  PORTCULLIS_TRUSTED_PROXIES: listSetting(
    isProxy,
    "addresses or blocks of them, separated by commas",
    "10.0.0.7,192.168.0.0/16",
  ),
  /** How long a request may take to arrive. */
  PORTCULLIS_REQUEST_TIMEOUT_MS: wholeNumber("milliseconds", {
    from: 100,
    to: 3_600_000,
    fallback: DEFAULT_REQUEST_TIMEOUT_MS,
  }),
  /** How long a request that runs, and an answer that is being read, may go on when the process stops. */
  PORTCULLIS_STOP_GRACE_MS: wholeNumber("milliseconds", { from: 0, to: 600_000, fallback: DEFAULT_STOP_GRACE_MS }),
  /** Host names by which this server may be called, beside loopback's. */
  PORTCULLIS_PUBLIC_NAMES: listSetting(
    (name) => HOST_NAME.test(name),
    "host names without scheme, port or path, separated by commas",
    "portcullis.example.com",
  ),
  PORTCULLIS_ENVIRONMENT: choice(["development", "production"], "development"),
  PORTCULLIS_LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
  /** PostgreSQL connections of this process. */
  PORTCULLIS_POOL_SIZE: wholeNumber("connections", { from: 2, to: 200, fallback: 10 }),
  /** Refuse to start on a database with pending migrations instead of migrating it. */
  PORTCULLIS_NO_MIGRATE: flag(false),
};

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly masterKey: string | undefined;
  readonly masterKeyPrevious: string | undefined;
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

/** What the settings are, for the program's help. */
export const SETTINGS_HELP = describeSettings(settings);

/** Reads and checks the settings; throws an Error that says of each wrong variable what it takes. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const e = readSettings(settings, env);
  return {
    host: e.PORTCULLIS_HOST,
    port: e.PORTCULLIS_PORT,
    databaseUrl: e.DATABASE_URL ?? `sqlite:${e.PORTCULLIS_DATA_DIR}/portcullis.db`,
    dataDir: e.PORTCULLIS_DATA_DIR,
    masterKey: e.PORTCULLIS_MASTER_KEY,
    masterKeyPrevious: e.PORTCULLIS_MASTER_KEY_PREVIOUS,
    jwtSecret: e.JWT_SECRET_KEY,
    internalSecret: e.INTERNAL_SECRET,
    internalSecretPrevious: e.INTERNAL_SECRET_PREVIOUS,
    tokenLifetimeMs: e.JWT_EXPIRY_MINUTES * MINUTE_MS,
    decisionTimeoutMs: e.DECISION_GATHER_TOTAL_TIMEOUT * 1000,
    minAgentsForCorrelation: e.MIN_AGENTS_FOR_CORRELATION,
    usageDrainBatchSize: e.USAGE_DRAIN_BATCH_SIZE,
    usageDrainIntervalMs: e.USAGE_DRAIN_INTERVAL_SECONDS * 1000,
    closeAfterMs: e.PORTCULLIS_CLOSE_AFTER_MS,
    settleAfterMs: e.PORTCULLIS_SETTLE_DAYS * DAY_MS,
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
