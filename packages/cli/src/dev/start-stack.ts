// Starts everything that dev runs, in order: first tenant, demo tools, control plane, sidecar, registry. What was started
// is stopped again, in reverse, when a step fails.

import { Portcullis } from "@portcullis/sdk";
import type { CliContext } from "../context.js";
import { CliError } from "../exit-codes.js";
import { type Child, STOP_WITHIN_MS, startChild } from "./child.js";
import { type DataFolder, openDataFolder } from "./data-folder.js";
import { markOfDatabase } from "./database-url.js";
import { DEMO_ACCESS, startDemoTools } from "./demo-tools.js";
import { requireFreePorts } from "./ports.js";
import { grantTools, registerTools } from "./register-tools.js";
import { completeSecrets, type DevSecrets, planSecrets } from "./secrets.js";
import {
  entriesOfHttpTools,
  entriesOfMcpTools,
  type McpToolDescription,
  type RegistryEntry,
  readUsableTools,
  requireDistinctNames,
} from "./tools.js";

export interface StackSettings {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly toolsFile?: string;
  readonly controlPlanePort: number;
  readonly sidecarPort: number;
  readonly signal?: AbortSignal;
  /** Told what goes on, for people. */
  readonly progress: (text: string) => void;
}

export interface Stack {
  readonly controlPlaneUrl: string;
  readonly sidecarUrl: string;
  readonly secrets: DevSecrets;
  readonly folder: DataFolder;
  readonly databaseUrl: string;
  /** Folder of the demonstration's file-system tools; absent with a tools file. */
  readonly scratch: string | undefined;
  /** The tools that the first agent may call. */
  readonly granted: readonly RegistryEntry[];
  /** MCP servers of the tools file that gave no tools, so that none of theirs is registered, and why. */
  readonly silentServers: readonly { readonly server: string; readonly why: string }[];
  /** Settles when a child ended that was not asked to. */
  readonly died: Promise<{ readonly name: string; readonly how: string; readonly logFile: string }>;
  stop(): Promise<void>;
}

interface SidecarReady {
  readonly url: string;
  /** With the number of its tools, or with why it could not be reached. */
  readonly mcp_servers: readonly { readonly name: string; readonly tools: number; readonly unreached?: string }[];
}

export async function startStack(context: CliContext, settings: StackSettings): Promise<Stack> {
  const { progress, signal } = settings;
  // Of the sidecar, which has less than the control plane.
  const toolsEnv = withoutCredentials(context.env);
  if (settings.toolsFile !== undefined) readUsableTools(settings.toolsFile, toolsEnv);
  await requireFreePorts(settings.controlPlanePort, settings.sidecarPort);
  const folder = openDataFolder(settings.dataDir);
  const children: Child<unknown>[] = [];
  const stop = async () => {
    // The sidecar first, so that it hands its last records to a control plane that is still there.
    for (const child of [...children].reverse()) await child.stop();
    folder.release();
  };
  try {
    const log = (name: string) => folder.at("logs", `${name}.log`);
    const databaseUrl = settings.databaseUrl ?? `sqlite:${folder.at("portcullis.db")}`;
    const plan = planSecrets(folder, context.env.INTERNAL_SECRET, markOfDatabase(settings.databaseUrl));
    const databaseEnv = {
      PORTCULLIS_LOG_LEVEL: "warn",
      ...context.env,
      DATABASE_URL: databaseUrl,
      PORTCULLIS_DATA_DIR: folder.path,
      PORTCULLIS_HOST: "127.0.0.1",
      PORTCULLIS_PORT: String(settings.controlPlanePort),
      INTERNAL_SECRET: plan.internal_secret,
    };
    progress("preparing the database");
    // Before there are tools: where the database cannot be had, nothing of theirs stays behind.
    const secrets = await completeSecrets(folder, plan, databaseEnv);
    const demo = settings.toolsFile === undefined ? await startDemoTools(context, folder, signal) : undefined;
    if (demo) children.push(demo.child);
    const toolsFile = settings.toolsFile ?? (demo?.file as string);
    const patience = folder.wasLeft ? { retryWhileTakenMs: STOP_WITHIN_MS } : {};
    progress("starting the control plane");
    const controlPlane = await startChild<{ url: string }>({
      name: "control plane",
      program: import.meta.resolve("@portcullis/control-plane/main"),
      env: { ...databaseEnv, PORTCULLIS_TOOLS_FILE: toolsFile },
      logFile: log("control-plane"),
      ...patience,
      ...(signal ? { signal } : {}),
    });
    children.push(controlPlane);

    folder.writeSecret("edge-api-key", `${secrets.edge_api_key}\n`);
    progress("starting the sidecar");
    const sidecar = await startChild<SidecarReady>({
      name: "sidecar",
      program: import.meta.resolve("@portcullis/sidecar/main"),
      env: {
        PORTCULLIS_LOG_LEVEL: "warn",
        ...toolsEnv,
        PORTCULLIS_CONTROL_PLANE_URL: controlPlane.ready.url,
        PORTCULLIS_API_KEY_FILE: folder.at("edge-api-key"),
        PORTCULLIS_SIDECAR_PORT: String(settings.sidecarPort),
        PORTCULLIS_TOOLS_FILE: toolsFile,
        PORTCULLIS_BUFFER_DIR: folder.at("sidecar"),
      },
      logFile: log("sidecar"),
      ...patience,
      ...(signal ? { signal } : {}),
    });
    children.push(sidecar);

    progress("registering the tools");
    const file = readUsableTools(toolsFile, toolsEnv);
    const entries = [
      ...entriesOfHttpTools(file, demo ? DEMO_ACCESS : {}),
      ...entriesOfMcpTools(await mcpToolsOf(sidecar)),
    ];
    requireDistinctNames(entries.map(({ tool_name }) => tool_name));
    const client = signInAdmin(controlPlane.ready.url, secrets);
    await registerTools(client, entries);
    // Of the demo tools, only what reads: the rest is there to be refused. The slow report is granted by who wants it.
    const granted = demo
      ? entries.filter((entry) => entry.access === "reads" && entry.tool_name !== "customers.slow_report")
      : entries;
    await grantTools(
      client,
      (secrets.agents[0] as { agent_id: string }).agent_id,
      granted.map(({ tool_name }) => tool_name),
    );

    return {
      controlPlaneUrl: controlPlane.ready.url,
      sidecarUrl: sidecar.ready.url,
      secrets,
      folder,
      databaseUrl,
      scratch: demo?.scratch,
      granted,
      silentServers: sidecar.ready.mcp_servers
        .filter(({ tools }) => tools === 0)
        .map(({ name, unreached = "It lists none." }) => ({ server: name, why: unreached })),
      died: firstDeath(children, folder),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function mcpToolsOf({ name, told, ended }: Child<unknown>): Promise<readonly McpToolDescription[]> {
  const failed = ended.then((how): never => {
    throw new CliError(`The ${name} ended while it started (${how}).`);
  });
  const { mcp_tools } = (await Promise.race([told, failed])) as { mcp_tools: McpToolDescription[] };
  return mcp_tools;
}

/** A client of the first tenant's ADMIN. */
function signInAdmin(baseUrl: string, secrets: DevSecrets): Portcullis {
  const { email, password, tenant_id } = secrets.platform_admin;
  return new Portcullis({ baseUrl, tenantId: tenant_id, user: { email, password } });
}

/** The user's own key for other services must not become the sidecar's. */
function withoutCredentials(env: CliContext["env"]): CliContext["env"] {
  const { PORTCULLIS_API_KEY: _key, PORTCULLIS_TOKEN: _token, ...rest } = env;
  return rest;
}

async function firstDeath(children: readonly Child<unknown>[], folder: DataFolder) {
  const deaths = children.map(async ({ name, ended }) => ({
    name,
    how: await ended,
    logFile: folder.at("logs", `${name.replaceAll(" ", "-")}.log`),
  }));
  return Promise.race(deaths);
}
