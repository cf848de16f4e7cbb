// The sidecar process. Prints one JSON line when it is ready, then serves until SIGTERM or SIGINT, which end it in order
// also while it starts. `--help` and `--version` tell of it instead.

import { once } from "node:events";
import { formatJson } from "@portcullis/core";
import { VERSION } from "@portcullis/edge";
import { readSidecarConfig } from "./config.js";
import { HELP } from "./help.js";
import { type Sidecar, startSidecar } from "./sidecar.js";
import { describeStartFault } from "./start-fault.js";

const FAILED = 1;
const NOT_STARTED = 2;

async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) return tellOfItself(args);
  const config = readSidecarConfig(process.env);
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop.abort());
  const stopped = once(stop.signal, "abort");
  const sidecar = await startSidecar(config, stop.signal).catch((error: unknown) => {
    if (stop.signal.aborted) process.exit(0);
    throw new Error(describeStartFault(error, config.controlPlaneUrl), { cause: error });
  });
  await Promise.race([tellReady(sidecar, stop.signal), stopped]);
  await stopped;
  await sidecar.close().catch((error: unknown) => fail(error, FAILED));
  process.exit(0);
}

const TOLD: Readonly<Record<string, string>> = { "--help": HELP, "-h": HELP, "--version": `${VERSION}\n` };

function tellOfItself(args: readonly string[]): void {
  const given = args.join(" ");
  if (!Object.hasOwn(TOLD, given)) throw new Error(`Unknown option ${given}: give none to serve, or see --help.`);
  process.stdout.write(TOLD[given] as string);
}

/** MCP servers may take long to answer, or for ever; calls are governed meanwhile. */
async function tellReady({ url, tenantId, listMcpServers }: Sidecar, signal: AbortSignal): Promise<void> {
  const servers = await listMcpServers(signal);
  signal.throwIfAborted();
  const mcp_servers = servers.map(({ tools, ...server }) => ({ ...server, tools: tools.length }));
  process.stdout.write(`${formatJson({ event: "ready", url, tenant_id: tenantId, mcp_servers })}\n`);
  // `portcullis dev` registers the tools. Their definitions are long and nobody's to read: they go over the channel that it opens.
  const mcp_tools = servers.flatMap(({ tools }) => tools.map(({ served: _, ...tool }) => tool));
  process.send?.(formatJson({ mcp_tools }));
}

function fail(error: unknown, code: number): never {
  process.stderr.write(`portcullis sidecar: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(code);
}

main(process.argv.slice(2)).catch((error: unknown) => fail(error, NOT_STARTED));
