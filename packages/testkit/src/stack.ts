/**
 * A whole Portcullis of real processes for one suite: control planes, sidecars, a tool server, two tenants with signed-in
 * users and agents. Nothing in it is a stand-in: what the tests see is what a deployment serves.
 */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DataOf, ToolsFile } from "@portcullis/contract";
import { bootstrapDeployment } from "./bootstrap.js";
import {
  type Answer,
  type CallOptions,
  type Credentials,
  callOperation,
  callPath,
  type EnvelopeOperationId,
} from "./contract-call.js";
import type { DatabaseKind } from "./databases.js";
import { findFreePort } from "./free-port.js";
import { type ManagedProcess, startProcess } from "./managed-process.js";
import { makeTempFolder } from "./temp-folder.js";
import { bearer, createTestTenant, type TenantOptions, type TestTenant, type ToolRegistration } from "./test-tenant.js";
import { startToolServer, type ToolServer } from "./tools.js";

export interface StackOptions {
  readonly database: { readonly kind: DatabaseKind; readonly url: string };
  /** Sidecars of the first tenant; 1 unless set. */
  readonly sidecars?: number;
  /** Control planes on the one database; 1 unless set, more on PostgreSQL only. */
  readonly controlPlanes?: number;
  /** Settings for every control plane, over the stack's own; an empty one leaves the setting out. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings for every sidecar. */
  readonly sidecarEnv?: Readonly<Record<string, string>>;
  /** Another tools file than the tool server's own, or one made of it. */
  readonly toolsFile?: ToolsFile | ((own: ToolsFile) => ToolsFile);
  /** Only these of the tool server's tools, for suites that make many tenants. */
  readonly toolNames?: readonly string[];
  /** Runs before anything is started, once the database is there. */
  readonly prepare?: () => Promise<void>;
  /** Settings of one control plane alone, over all others; `index` starts with 1. */
  readonly envOf?: (index: number) => Readonly<Record<string, string>>;
  /** Leaves the second tenant out, for suites that only need one. */
  readonly oneTenant?: boolean;
}

/** A door for calls: the control plane or the sidecar of the first tenant. */
export type HomeName = "control plane" | "sidecar";
export const HOMES: readonly HomeName[] = ["control plane", "sidecar"];

export interface Stack {
  readonly url: string;
  readonly sidecarUrl: string;
  readonly controlPlanes: readonly ManagedProcess[];
  readonly sidecars: readonly ManagedProcess[];
  readonly internalSecret: string;
  readonly platformAdmin: Credentials & {
    readonly email: string;
    readonly password: string;
    readonly tenantId: string;
  };
  readonly tenant: TestTenant;
  /** A second tenant of the deployment; the first one again with `oneTenant`. */
  readonly otherTenant: TestTenant;
  readonly tools: ToolServer;
  readonly databaseUrl: string;
  readonly urlOf: (home: HomeName) => string;
  /** Calls an operation at the first control plane, checked against the contract. */
  readonly call: <K extends EnvelopeOperationId>(id: K, options?: CallOptions) => Promise<Answer<DataOf<K>>>;
  /** The same at another place. */
  readonly callAt: <K extends EnvelopeOperationId>(
    url: string,
    id: K,
    options?: CallOptions,
  ) => Promise<Answer<DataOf<K>>>;
  /** Calls any path with any verb, unchecked. */
  readonly callPath: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly createTenant: (options?: TenantOptions) => Promise<TestTenant>;
  /** Starts one more sidecar, for any tenant. */
  readonly startSidecar: (tenant: TestTenant, env?: Readonly<Record<string, string>>) => Promise<ManagedProcess>;
  /** The last output of every process, for the report of a failing test. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** A value of the stack's tools for `${TOOL_KEY}` in its tools file. */
export const TOOL_KEY = "tool-secret-8c1f";

/** Starts everything; throws with the output of the process that did not start. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { database } = options;
  if ((options.controlPlanes ?? 1) > 1 && database.kind !== "postgres") {
    throw new Error("Several control planes need PostgreSQL.");
  }
  await options.prepare?.();
  const folder = await makeTempFolder("stack");
  const processes: ManagedProcess[] = [];
  const tools = await startToolServer();
  const stop = async () => {
    await Promise.all(processes.filter((one) => one.name.startsWith("sidecar")).map((one) => one.kill()));
    await Promise.all(processes.map((one) => one.kill()));
    await tools.close();
    await folder.remove();
  };
  try {
    const toolsFile = chooseTools(options, tools.toolsFile);
    const toolsPath = join(folder.path, "tools.json");
    await writeFile(toolsPath, JSON.stringify(toolsFile));
    const internalSecret = randomBytes(32).toString("hex");
    const env = withoutEmpty({
      DATABASE_URL: database.url,
      PORTCULLIS_MASTER_KEY: randomBytes(32).toString("base64"),
      PORTCULLIS_TOOLS_FILE: toolsPath,
      PORTCULLIS_TRUSTED_PROXIES: "127.0.0.1",
      PORTCULLIS_LOG_LEVEL: "warn",
      INTERNAL_SECRET: internalSecret,
      JWT_EXPIRY_MINUTES: "60",
      USAGE_DRAIN_INTERVAL_SECONDS: "0.2",
      TOOL_KEY,
      ...options.env,
    });
    const platform = await bootstrapDeployment({ ...env, PORTCULLIS_DATA_DIR: join(folder.path, "bootstrap") });

    for (let index = 1; index <= (options.controlPlanes ?? 1); index++) {
      const dataFolder = join(folder.path, `control-plane-${index}`);
      await mkdir(dataFolder, { recursive: true });
      const port = await findFreePort();
      const one = await startProcess({
        name: `control-plane-${index}`,
        main: "packages/control-plane/dist/main.js",
        env: { ...env, PORTCULLIS_DATA_DIR: dataFolder, PORTCULLIS_PORT: String(port), ...options.envOf?.(index) },
        folder: dataFolder,
        url: `http://127.0.0.1:${port}`,
      });
      processes.push(one);
    }
    const [first] = processes;
    if (first === undefined) throw new Error("A stack needs at least one control plane.");
    const { url } = first;
    const signedIn = await callOperation(url, "auth.token", {
      headers: { "x-tenant-id": platform.tenantId },
      body: { email: platform.email, password: platform.password },
    });
    const platformAdmin = {
      ...platform,
      ...bearer(signedIn.data.access_token, platform.tenantId),
    };
    const context = { url, internalSecret, platformAdmin, tools: registrationsOf(toolsFile) };
    const createTenant = (tenantOptions?: TenantOptions) => createTestTenant(context, tenantOptions);
    const tenant = await createTenant({ name: "first-tenant-name" });
    const otherTenant = options.oneTenant === true ? tenant : await createTenant({ name: "second-tenant-name" });

    let sidecarCount = 0;
    const startSidecar = async (owner: TestTenant, more: Readonly<Record<string, string>> = {}) => {
      const name = `sidecar-${++sidecarCount}`;
      const dataFolder = join(folder.path, name);
      await mkdir(dataFolder, { recursive: true });
      const port = await findFreePort();
      const { key } = await owner.createApiKey(["edge"]);
      const one = await startProcess({
        name,
        main: "packages/sidecar/dist/main.js",
        env: {
          PORTCULLIS_CONTROL_PLANE_URL: url,
          PORTCULLIS_API_KEY: key,
          PORTCULLIS_SIDECAR_PORT: String(port),
          PORTCULLIS_TOOLS_FILE: toolsPath,
          PORTCULLIS_BUFFER_DIR: join(dataFolder, "buffer"),
          PORTCULLIS_LOG_LEVEL: "warn",
          TOOL_KEY,
          ...options.sidecarEnv,
          ...more,
        },
        folder: dataFolder,
        url: `http://127.0.0.1:${port}`,
      });
      processes.push(one);
      return one;
    };
    for (let index = 0; index < (options.sidecars ?? 1); index++) await startSidecar(tenant);

    const sidecarsOf = () => processes.filter((one) => one.name.startsWith("sidecar"));
    const urlOf = (home: HomeName) => {
      const found = home === "sidecar" ? sidecarsOf()[0] : first;
      if (found === undefined) throw new Error("This stack has no sidecar.");
      return found.url;
    };
    return {
      url,
      get sidecarUrl() {
        return urlOf("sidecar");
      },
      get controlPlanes() {
        return processes.filter((one) => one.name.startsWith("control-plane"));
      },
      get sidecars() {
        return sidecarsOf();
      },
      internalSecret,
      platformAdmin,
      tenant,
      otherTenant,
      tools,
      databaseUrl: database.url,
      urlOf,
      call: (id, callOptions) => callOperation(url, id, callOptions),
      callAt: callOperation,
      callPath: (method, path, callOptions) => callPath(url, method, path, callOptions),
      createTenant,
      startSidecar,
      output: () => processes.map((one) => `── ${one.name} ──\n${one.output().slice(-8000)}`).join("\n"),
      stop,
    };
  } catch (error) {
    const output = processes.map((one) => `── ${one.name} ──\n${one.output().slice(-8000)}`).join("\n");
    await stop();
    throw new Error(`The stack did not start: ${error instanceof Error ? error.message : error}\n${output}`, {
      cause: error,
    });
  }
}

function withoutEmpty(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

function chooseTools({ toolsFile, toolNames }: StackOptions, own: ToolsFile): ToolsFile {
  if (typeof toolsFile === "function") return toolsFile(own);
  if (toolsFile !== undefined) return toolsFile;
  return toolNames === undefined ? own : { ...own, tools: own.tools.filter(({ name }) => toolNames.includes(name)) };
}

function registrationsOf(toolsFile: ToolsFile): ToolRegistration[] {
  return toolsFile.tools.map(({ name, timeout_ms, retry_safe, price_usd, max_cost_usd }) => ({
    tool_name: name,
    timeout_ms,
    retry_safe,
    price_usd,
    max_cost_usd,
  }));
}
