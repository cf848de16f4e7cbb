// Settings of the sidecar process. Nothing else reads the environment.

import { readFileSync } from "node:fs";
import { type ToolsFile, toolsFile } from "@portcullis/contract";
import { expandEnvironment } from "@portcullis/edge/upstream-http";
import { z } from "zod";

const environment = z.object({
  PORTCULLIS_CONTROL_PLANE_URL: z.url(),
  /** A key with the scope `edge`; or the file that holds it. */
  PORTCULLIS_API_KEY: z.string().min(1).optional(),
  PORTCULLIS_API_KEY_FILE: z.string().optional(),
  PORTCULLIS_SIDECAR_HOST: z.enum(["127.0.0.1", "::1", "localhost"]).default("127.0.0.1"),
  PORTCULLIS_SIDECAR_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  PORTCULLIS_TOOLS_FILE: z.string().optional(),
  PORTCULLIS_BUFFER_DIR: z.string().default(".portcullis/sidecar"),
  PORTCULLIS_BUFFER_MAX_BYTES: z.coerce.number().int().min(1_048_576).default(1_073_741_824),
  DECISION_GATHER_TOTAL_TIMEOUT: z.coerce.number().positive().default(1.5),
  PORTCULLIS_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export interface SidecarConfig {
  readonly controlPlaneUrl: string;
  readonly apiKey: string;
  readonly host: string;
  readonly port: number;
  readonly tools: ToolsFile;
  readonly bufferFolder: string;
  readonly bufferMaxBytes: number;
  readonly decisionTimeoutMs: number;
  readonly logLevel: string;
}

/** Reads and checks the settings; throws an Error whose message says what is wrong and how to mend it. */
export function readSidecarConfig(env: Readonly<Record<string, string | undefined>>): SidecarConfig {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Settings are wrong:\n  ${wrong.join("\n  ")}`);
  }
  const e = parsed.data;
  const apiKey =
    e.PORTCULLIS_API_KEY ?? (e.PORTCULLIS_API_KEY_FILE ? readFileSync(e.PORTCULLIS_API_KEY_FILE, "utf8").trim() : "");
  if (!apiKey) {
    throw new Error("Set PORTCULLIS_API_KEY, or PORTCULLIS_API_KEY_FILE, to an API key with the scope 'edge'.");
  }
  return {
    controlPlaneUrl: e.PORTCULLIS_CONTROL_PLANE_URL.replace(/\/+$/, ""),
    apiKey,
    host: e.PORTCULLIS_SIDECAR_HOST,
    port: e.PORTCULLIS_SIDECAR_PORT,
    tools: e.PORTCULLIS_TOOLS_FILE ? readToolsFile(e.PORTCULLIS_TOOLS_FILE, env) : toolsFile.parse({}),
    bufferFolder: e.PORTCULLIS_BUFFER_DIR,
    bufferMaxBytes: e.PORTCULLIS_BUFFER_MAX_BYTES,
    decisionTimeoutMs: e.DECISION_GATHER_TOTAL_TIMEOUT * 1000,
    logLevel: e.PORTCULLIS_LOG_LEVEL,
  };
}

/** Reads a tools file, fills in `${NAME}` from the environment, and checks it. */
export function readToolsFile(path: string, env: Readonly<Record<string, string | undefined>>): ToolsFile {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`The tools file ${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = toolsFile.safeParse(json);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`);
    throw new Error(`The tools file ${path} is wrong:\n  ${wrong.join("\n  ")}`);
  }
  return expandEnvironment(parsed.data, env);
}
