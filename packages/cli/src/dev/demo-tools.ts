// The two tools that dev puts behind Portcullis when it is given none: an HTTP tool over a small database, and the public
// MCP file-system server in a scratch folder.

import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeFolders } from "@portcullis/edge/make-folders";
import type { CliContext } from "../context.js";
import { type Child, startChild } from "./child.js";
import type { DataFolder } from "./data-folder.js";
import type { RegistryEntry } from "./tools.js";

export interface DemoTools {
  /** The generated tools file. */
  readonly file: string;
  /** Folder that the file-system server works in. */
  readonly scratch: string;
  readonly child: Child<{ url: string }>;
}

/** What the tools file cannot say of the HTTP tools. */
export const DEMO_ACCESS: Readonly<Record<string, RegistryEntry["access"]>> = {
  "customers.query": "reads",
  "customers.update": "writes",
  "customers.slow_report": "reads",
};

const SQL_INPUT = {
  type: "object",
  properties: { sql: { type: "string", minLength: 1, maxLength: 10_000 } },
  required: ["sql"],
  additionalProperties: false,
};
const SECONDS_INPUT = {
  type: "object",
  properties: { seconds: { type: "number", minimum: 0, maximum: 300 } },
  additionalProperties: false,
};

/** Starts the database tool and writes the tools file. The file-system server is started by whoever reads that file. */
export async function startDemoTools(
  context: CliContext,
  folder: DataFolder,
  signal?: AbortSignal,
): Promise<DemoTools> {
  const scratch = folder.at("files");
  makeFolders(scratch);
  writeFileSync(
    folder.at("files", "welcome.txt"),
    "This folder is what the demo's file-system tools may read and write.\n",
  );
  // Made here, so that it is for its owner alone wherever the folder is.
  if (!existsSync(folder.at("customers.db"))) folder.writeSecret("customers.db", "");
  const child = await startChild<{ url: string }>({
    name: "customer database",
    program: import.meta.resolve("@portcullis/example-customer-database/main"),
    env: { PATH: context.env.PATH, PORT: "0", CUSTOMER_DATABASE: folder.at("customers.db") },
    logFile: folder.at("logs", "customer-database.log"),
    ...(signal ? { signal } : {}),
  });
  folder.writeSecret("tools.json", `${JSON.stringify(describeTools(child.ready.url, scratch), null, 2)}\n`);
  return { file: folder.at("tools.json"), scratch, child };
}

function describeTools(url: string, scratch: string) {
  const filesystem = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));
  return {
    tools: [
      {
        name: "customers.query",
        url: `${url}/query`,
        timeout_ms: 10_000,
        retry_safe: true,
        price_usd: "0.01",
        max_cost_usd: "0.01",
        input_schema: SQL_INPUT,
      },
      {
        name: "customers.update",
        url: `${url}/update`,
        timeout_ms: 10_000,
        price_usd: "0.02",
        max_cost_usd: "0.02",
        input_schema: SQL_INPUT,
      },
      {
        name: "customers.slow_report",
        url: `${url}/slow-report`,
        timeout_ms: 120_000,
        price_usd: "0.05",
        max_cost_usd: "0.05",
        input_schema: SECONDS_INPUT,
      },
    ],
    mcp_servers: { files: { command: process.execPath, args: [filesystem, scratch] } },
  };
}
