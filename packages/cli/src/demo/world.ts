// What the demo's steps work with: a stack of its own in a fresh folder, an agent, an administrator, pinned keys.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Portcullis } from "@portcullis/sdk";
import type { KeySet } from "@portcullis/sdk/verify";
import type { CliContext } from "../context.js";
import { type Child, startChild } from "../dev/child.js";
import { connectMcp, type McpClient } from "./mcp-client.js";

/** The line that `dev --json` prints. */
export interface DevReady {
  readonly control_plane_url: string;
  readonly sidecar_url: string;
  readonly tenant_id: string;
  readonly internal_secret: string;
  readonly platform_admin: { readonly email: string; readonly password: string; readonly tenant_id: string };
  readonly agents: readonly { readonly agent_id: string; readonly secret: string; readonly name: string }[];
  readonly data_dir: string;
}

export interface World {
  readonly context: CliContext;
  readonly dev: DevReady;
  readonly devPid: number;
  readonly agentId: string;
  /** The agent, through the sidecar. */
  readonly agent: Portcullis;
  /** The first tenant's ADMIN, at the control plane. */
  readonly admin: Portcullis;
  /** The agent as an MCP client of the sidecar's `/mcp/files`. */
  readonly mcp: McpClient;
  /** Keys fetched once, before anything happened: what receipts are verified with. */
  readonly keys: KeySet;
  /** A folder for copies, gone when the demo ends. */
  readonly scratch: string;
  /** Ends the stack and deletes its folders; with `keep` only what the demo itself opened. */
  close(keep: boolean): Promise<void>;
}

export async function openWorld(context: CliContext, keep: boolean, signal: AbortSignal): Promise<World> {
  const scratch = mkdtempSync(join(tmpdir(), "portcullis-demo-"));
  const dataDir = mkdtempSync(join(tmpdir(), "portcullis-demo-data-"));
  let child: Child<DevReady> | undefined;
  try {
    child = await startDev(context, dataDir, join(scratch, "dev.log"), keep, signal);
    const dev = child.ready;
    const { agent_id, secret } = dev.agents[0] as DevReady["agents"][number];
    const tenantId = dev.tenant_id;
    const { email, password } = dev.platform_admin;
    const admin = new Portcullis({ baseUrl: dev.control_plane_url, tenantId, user: { email, password } });
    // Grants travel in the agent's token, so this one comes before the agent signs in.
    await admin.agents.grantPermission(agent_id, { tool_name: "customers.slow_report", action: "ALLOW" });
    const agent = new Portcullis({ baseUrl: dev.sidecar_url, tenantId, agent: { id: agent_id, secret } });
    const mcp = await connectMcp(`${dev.sidecar_url}/mcp/files`, agent_id, secret);
    const { keys } = await admin.transparency.keys();
    return {
      context,
      dev,
      devPid: child.pid,
      agentId: agent_id,
      agent,
      admin,
      mcp,
      keys: { keys },
      scratch,
      close: (isKept) => close(mcp, isKept ? undefined : child, isKept ? [scratch] : [scratch, dataDir]),
    };
  } catch (error) {
    await close(undefined, child, [scratch, dataDir]);
    throw error;
  }
}

function startDev(
  context: CliContext,
  dataDir: string,
  logFile: string,
  keep: boolean,
  signal: AbortSignal,
): Promise<Child<DevReady>> {
  return startChild<DevReady>({
    name: "stack",
    program: import.meta.resolve("@portcullis/cli/main"),
    args: ["dev", "--data-dir", dataDir, "--control-plane-port", "0", "--sidecar-port", "0", "--json"],
    env: withoutSettings(context.env),
    logFile,
    outlives: keep,
    startTimeoutMs: 120_000,
    isReady: (value) => typeof value.sidecar_url === "string",
    signal,
  });
}

/** The demo starts from nothing: settings of the user's own deployment stay out of it. */
function withoutSettings(env: CliContext["env"]): CliContext["env"] {
  const isOwn = (name: string) => /^(PORTCULLIS_|INTERNAL_SECRET|JWT_|DATABASE_URL)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwn(name)));
}

async function close(mcp: McpClient | undefined, child: Child<DevReady> | undefined, folders: readonly string[]) {
  await mcp?.close();
  await child?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
