// Settings of the sidecar process. Nothing else reads the environment.

import { readFileSync } from "node:fs";
import {
  choice,
  describeSettings,
  expandEnvironment,
  path,
  positiveNumber,
  readSettings,
  secretSetting,
  setting,
  type ToolsFile,
  toolsFile,
  wholeNumber,
} from "@portcullis/contract";
import { DEFAULT_REQUEST_TIMEOUT_MS, DEFAULT_STOP_GRACE_MS } from "@portcullis/edge";
import { describeReadFault } from "@portcullis/edge/read-fault";
import { readToolsFile } from "@portcullis/edge/tools-file";
import { z } from "zod";

const settings = {
  PORTCULLIS_CONTROL_PLANE_URL: setting(
    z.url({ protocol: /^https?$/ }),
    "the control plane's URL, http or https",
    "https://portcullis.example.com",
  ),
  /** A key with the scope `edge`; or the file that holds it. */
  PORTCULLIS_API_KEY: secretSetting(z.string().optional(), "an API key with the scope 'edge'", "acp_…"),
  PORTCULLIS_API_KEY_FILE: path("the file that holds the API key", "/run/secrets/portcullis-key"),
  /** The sidecar serves this machine only. */
  PORTCULLIS_SIDECAR_HOST: choice(
    ["127.0.0.1", "::1", "localhost"],
    "127.0.0.1",
    "the sidecar serves this machine only",
  ),
  PORTCULLIS_SIDECAR_PORT: wholeNumber("a port, or 0 for any free one", { from: 0, to: 65_535, fallback: 8081 }),
  PORTCULLIS_TOOLS_FILE: path("the tools file", "/etc/portcullis/tools.json"),
  PORTCULLIS_BUFFER_DIR: setting(z.string().default(".portcullis/sidecar"), "a folder", "/var/lib/portcullis-sidecar"),
  PORTCULLIS_BUFFER_MAX_BYTES: wholeNumber("bytes", { from: 1_048_576, fallback: 1_073_741_824 }),
  /** How long a request may take to arrive. */
  PORTCULLIS_REQUEST_TIMEOUT_MS: wholeNumber("milliseconds", {
    from: 100,
    to: 3_600_000,
    fallback: DEFAULT_REQUEST_TIMEOUT_MS,
  }),
  /** How long a request that is passed on, and an answer that is being read, may go on when the process stops. */
  PORTCULLIS_STOP_GRACE_MS: wholeNumber("milliseconds", { from: 0, to: 600_000, fallback: DEFAULT_STOP_GRACE_MS }),
  DECISION_GATHER_TOTAL_TIMEOUT: positiveNumber("seconds", { fallback: 1.5 }),
  PORTCULLIS_LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
};

export interface SidecarConfig {
  readonly controlPlaneUrl: string;
  readonly apiKey: string;
  readonly host: string;
  readonly port: number;
  readonly tools: ToolsFile;
  readonly bufferFolder: string;
  readonly bufferMaxBytes: number;
  readonly requestTimeoutMs: number;
  readonly stopGraceMs: number;
  readonly decisionTimeoutMs: number;
  readonly logLevel: string;
}

/** What the settings are, for the program's help. */
export const SETTINGS_HELP = describeSettings(settings);

/** Reads and checks the settings; throws an Error whose message says what is wrong and how to mend it. */
export function readSidecarConfig(env: Readonly<Record<string, string | undefined>>): SidecarConfig {
  const e = readSettings(settings, env);
  return {
    controlPlaneUrl: e.PORTCULLIS_CONTROL_PLANE_URL.replace(/\/+$/, ""),
    apiKey: readApiKey(e.PORTCULLIS_API_KEY, e.PORTCULLIS_API_KEY_FILE),
    host: e.PORTCULLIS_SIDECAR_HOST,
    port: e.PORTCULLIS_SIDECAR_PORT,
    tools: e.PORTCULLIS_TOOLS_FILE
      ? expandEnvironment(readToolsFile(e.PORTCULLIS_TOOLS_FILE), env)
      : toolsFile.parse({}),
    bufferFolder: e.PORTCULLIS_BUFFER_DIR,
    bufferMaxBytes: e.PORTCULLIS_BUFFER_MAX_BYTES,
    requestTimeoutMs: e.PORTCULLIS_REQUEST_TIMEOUT_MS,
    stopGraceMs: e.PORTCULLIS_STOP_GRACE_MS,
    decisionTimeoutMs: e.DECISION_GATHER_TOTAL_TIMEOUT * 1000,
    logLevel: e.PORTCULLIS_LOG_LEVEL,
  };
}

function readApiKey(key: string | undefined, file: string | undefined): string {
  const found = key?.trim() || (file === undefined ? "" : readText(file, `PORTCULLIS_API_KEY_FILE (${file})`));
  if (found.trim()) return found.trim();
  throw new Error("Set PORTCULLIS_API_KEY, or PORTCULLIS_API_KEY_FILE, to an API key with the scope 'edge'.");
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${what} cannot be read: ${describeReadFault(error)}.`);
  }
}
