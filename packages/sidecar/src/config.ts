// Settings of the sidecar process. Nothing else reads the environment.

import { readFileSync } from "node:fs";
import { expandEnvironment, type ToolsFile, toolsFile } from "@portcullis/contract";
import { parseStrictJson } from "@portcullis/core";
import { DEFAULT_REQUEST_TIMEOUT_MS } from "@portcullis/edge";
import { describeReadFault } from "@portcullis/edge/read-fault";
import { z } from "zod";

const number = (what: string) => z.coerce.number({ error: `must be ${what}` });

const environment = z.object({
  PORTCULLIS_CONTROL_PLANE_URL: z.url({
    protocol: /^https?$/,
    error: "must be the control plane's URL, e.g. https://portcullis.example.com",
  }),
  /** A key with the scope `edge`; or the file that holds it. */
  PORTCULLIS_API_KEY: z.string().optional(),
  PORTCULLIS_API_KEY_FILE: z.string().optional(),
  PORTCULLIS_SIDECAR_HOST: z
    .enum(["127.0.0.1", "::1", "localhost"], {
      error: "must be 127.0.0.1, ::1 or localhost: the sidecar serves this machine only",
    })
    .default("127.0.0.1"),
  PORTCULLIS_SIDECAR_PORT: number("a port, or 0 for any free one").int().min(0).max(65_535).default(8081),
  PORTCULLIS_TOOLS_FILE: z.string().optional(),
  PORTCULLIS_BUFFER_DIR: z.string().default(".portcullis/sidecar"),
  PORTCULLIS_BUFFER_MAX_BYTES: number("a number of bytes").int().min(1_048_576).default(1_073_741_824),
  /** How long a request may take to arrive. */
  PORTCULLIS_REQUEST_TIMEOUT_MS: number("a number of milliseconds")
    .int()
    .min(100)
    .max(3_600_000)
    .default(DEFAULT_REQUEST_TIMEOUT_MS),
  DECISION_GATHER_TOTAL_TIMEOUT: number("a number of seconds").positive().default(1.5),
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
  readonly requestTimeoutMs: number;
  readonly decisionTimeoutMs: number;
  readonly logLevel: string;
}

/** Reads and checks the settings; throws an Error whose message says what is wrong and how to mend it. */
export function readSidecarConfig(env: Readonly<Record<string, string | undefined>>): SidecarConfig {
  // A variable that is set to nothing is one that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new Error(`Settings are wrong:\n${listIssues(parsed.error)}`);
  const e = parsed.data;
  return {
    controlPlaneUrl: e.PORTCULLIS_CONTROL_PLANE_URL.replace(/\/+$/, ""),
    apiKey: readApiKey(e.PORTCULLIS_API_KEY, e.PORTCULLIS_API_KEY_FILE),
    host: e.PORTCULLIS_SIDECAR_HOST,
    port: e.PORTCULLIS_SIDECAR_PORT,
    tools: e.PORTCULLIS_TOOLS_FILE ? readToolsFile(e.PORTCULLIS_TOOLS_FILE, env) : toolsFile.parse({}),
    bufferFolder: e.PORTCULLIS_BUFFER_DIR,
    bufferMaxBytes: e.PORTCULLIS_BUFFER_MAX_BYTES,
    requestTimeoutMs: e.PORTCULLIS_REQUEST_TIMEOUT_MS,
    decisionTimeoutMs: e.DECISION_GATHER_TOTAL_TIMEOUT * 1000,
    logLevel: e.PORTCULLIS_LOG_LEVEL,
  };
}

/** Reads a tools file, fills in `${NAME}` from the environment, and checks it. */
export function readToolsFile(path: string, env: Readonly<Record<string, string | undefined>>): ToolsFile {
  const text = readText(path, `The tools file ${path}`);
  let json: unknown;
  try {
    json = parseStrictJson(text, { maxDepth: 64 });
  } catch (error) {
    throw new Error(`The tools file ${path} is not JSON: ${reasonOf(error)}`);
  }
  const parsed = toolsFile.safeParse(json);
  if (!parsed.success) throw new Error(`The tools file ${path} is wrong:\n${listIssues(parsed.error)}`);
  const expanded = expandEnvironment(parsed.data, env);
  for (const [name, server] of Object.entries(expanded.mcp_servers)) {
    if ("url" in server && !isHttpUrl(server.url)) {
      throw new Error(`The tools file ${path} is wrong:\n  mcp_servers.${name}.url: must be an http or https URL`);
    }
  }
  return expanded;
}

function readApiKey(key: string | undefined, file: string | undefined): string {
  const found = key ?? (file === undefined ? "" : readText(file, `PORTCULLIS_API_KEY_FILE (${file})`));
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

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function listIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `  ${issue.path.join(".") || "(top)"}: ${issue.message}`).join("\n");
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
