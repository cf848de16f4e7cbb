// The tools file: where an edge finds its upstream tools (`portcullis dev --tools FILE`, the sidecar's `tools`).
// `${NAME}` in url, headers, args and env is replaced from the environment at start; a missing one is an error.

import { z } from "zod";
import { usdInput } from "./schemas/common.js";

/** A tools file that cannot be used; the message says why. */
export class ToolsFileError extends Error {
  override readonly name = "ToolsFileError";
}

const headers = z.record(z.string(), z.string());

export const httpTool = z.strictObject({
  name: z.string().min(1).max(200),
  url: z.string().min(1),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("POST"),
  headers: headers.optional(),
  timeout_ms: z.number().int().min(1).max(600_000).default(30_000),
  retry_safe: z.boolean().default(false),
  price_usd: usdInput.optional(),
  max_cost_usd: usdInput.optional(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
});
export type HttpTool = z.output<typeof httpTool>;

export const mcpServer = z.union(
  [
    z.strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({ url: z.string().min(1), headers: headers.optional() }),
  ],
  { error: "must have either `command`, beside it `args` and `env`, or `url`, beside it `headers`; all of them texts" },
);
export type McpServer = z.output<typeof mcpServer>;

const mcpServers = z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/), mcpServer, {
  error: ({ code }) =>
    code === "invalid_key"
      ? "a server's name has 1 to 60 of a-z 0-9 _ - and begins with a letter or a digit"
      : undefined,
});

export const toolsFile = z.strictObject({
  tools: z.array(httpTool).default([]),
  mcp_servers: mcpServers.default({}),
});
export type ToolsFile = z.output<typeof toolsFile>;
