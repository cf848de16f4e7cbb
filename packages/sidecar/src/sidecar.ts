// The sidecar, put together: buffer, uplink, tools, edge and the HTTP server in front of them.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@portcullis/core";
import { untilAborted } from "@portcullis/core/transport";
import {
  answerClientError,
  arrivalLimits,
  combineTools,
  createEdge,
  HEAR_WITHOUT_HOST,
  hearRequests,
  ListenError,
  limitReading,
  OpenConnections,
} from "@portcullis/edge";
import { openRecordBuffer } from "@portcullis/edge/buffer-sqlite";
import { createHttpUplink } from "@portcullis/edge/uplink";
import { createHttpTools } from "@portcullis/edge/upstream-http";
import { createMcpTools, describeUnreachable, type McpToolDescription } from "@portcullis/edge/upstream-mcp";
import { type Logger, pino } from "pino";
import { closeAll } from "./close-all.js";
import type { SidecarConfig } from "./config.js";
import { createAgentCredentials } from "./mcp/agent-credentials.js";
import { createMcpEndpoint } from "./mcp/endpoint.js";
import { createSidecarMetrics } from "./metrics.js";
import { createPassThrough } from "./pass-through.js";
import { createRouter } from "./router.js";

export interface Sidecar {
  readonly url: string;
  readonly tenantId: string;
  /** The configured MCP servers. Rejects with the signal's reason when that aborts before all have answered. */
  listMcpServers(signal: AbortSignal): Promise<readonly ListedServer[]>;
  /** Stops taking calls, aborts those that run, lets answers on their way be read within the grace, sends what it can of the buffer. */
  close(): Promise<void>;
}

/** An MCP server, with its tools as it describes them, or with why it could not be reached. */
export interface ListedServer {
  readonly name: string;
  readonly tools: readonly McpToolDescription[];
  readonly unreached?: string;
}

const LISTEN_SETTINGS = { hostSetting: "PORTCULLIS_SIDECAR_HOST", portSetting: "PORTCULLIS_SIDECAR_PORT" };

/**
 * Starts a sidecar; resolves when it is ready to govern calls. Rejects with the signal's reason when that aborts before. Leaves
 * nothing open when it rejects.
 */
export async function startSidecar(config: SidecarConfig, signal: AbortSignal): Promise<Sidecar> {
  const log = pino({ level: config.logLevel, name: "portcullis-sidecar" }, pino.destination(2));
  /** What has been opened so far; closed in the opposite order. What is opened after that is closed at once. */
  const opened: (() => unknown)[] = [];
  let isGivenUp = false;
  const onOpen = (close: () => unknown) => void (isGivenUp ? close() : opened.push(close));
  try {
    return await untilAborted(openSidecar(config, log, onOpen), signal);
  } catch (error) {
    isGivenUp = true;
    await closeAll(opened);
    throw error;
  }
}

async function openSidecar(
  config: SidecarConfig,
  log: Logger,
  onOpen: (close: () => unknown) => void,
): Promise<Sidecar> {
  const instance = newId();
  const buffer = openRecordBuffer({ folder: config.bufferFolder, instance, maxBytes: config.bufferMaxBytes });
  onOpen(() => buffer.close());
  const uplink = createHttpUplink({
    controlPlaneUrl: config.controlPlaneUrl,
    apiKey: config.apiKey,
    instance,
    home: "sidecar",
    buffer,
    onSetApart: (record_id, reason) => log.error({ record_id, reason }, "record set apart"),
  });
  onOpen(() => uplink.close(0));
  const { tenantId } = await uplink.connect();
  const mcpTools = createMcpTools(config.tools.mcp_servers);
  const tools = combineTools(createHttpTools(config.tools.tools, { allowPrivate: true }), mcpTools);
  onOpen(() => tools.close());
  const metrics = createSidecarMetrics({ status: () => edge.status(), records: () => buffer.counts() });
  const edge = createEdge({
    tenantId,
    home: "sidecar",
    instance,
    uplink,
    records: buffer,
    tools,
    observe: (call) => {
      metrics.observe(call);
      if (call.cause !== undefined) log.error({ err: call.cause, request_id: call.requestId }, "call failed");
    },
    decisionTimeoutMs: config.decisionTimeoutMs,
  });
  onOpen(() => edge.close());
  const passThrough = createPassThrough({
    controlPlaneUrl: config.controlPlaneUrl,
    sessionHeaders: () => uplink.sessionHeaders(),
  });
  onOpen(() => passThrough.close());
  const credentials = createAgentCredentials({
    controlPlaneUrl: config.controlPlaneUrl,
    sessionHeaders: () => uplink.sessionHeaders(),
  });
  const mcp = createMcpEndpoint({ edge, tools: mcpTools, credentials, tenantId });
  const router = createRouter({
    edge,
    mcp,
    passThrough,
    metrics,
    onError: (error) => log.error({ err: error }, "request failed"),
  });
  const limits = arrivalLimits(config.requestTimeoutMs);
  const server = createServer({ keepAliveTimeout: 65_000, ...limits, ...HEAR_WITHOUT_HOST }, router);
  server.on("clientError", answerClientError);
  hearRequests(server);
  limitReading(server);
  const connections = new OpenConnections(server);
  await edge.ready();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new ListenError(error, { ...config, ...LISTEN_SETTINGS })));
    server.listen(config.port, config.host, resolve);
  });
  onOpen(() => server.close());
  const { port } = server.address() as AddressInfo;
  const host = config.host === "::1" ? "[::1]" : config.host;

  return {
    url: `http://${host}:${port}`,
    tenantId,
    async listMcpServers(signal) {
      const listServer = async (name: string): Promise<ListedServer> => {
        try {
          return { name, tools: await mcpTools.listTools(name, signal) };
        } catch (error) {
          signal.throwIfAborted();
          // It may come later: each call tries again.
          const unreached = describeUnreachable(error);
          log.error({ server: name, reason: unreached }, "MCP server not reached");
          return { name, tools: [], unreached };
        }
      };
      const servers = await Promise.all(mcpTools.servers.map(listServer));
      const definitions = servers.flatMap(({ tools }) => tools.map(({ served }) => served));
      await edge.approvedDefinitions(definitions).catch((error: unknown) => {
        // Each list and each call reports again.
        log.error({ reason: error instanceof Error ? error.message : error }, "tool definitions not reported");
      });
      return servers;
    },
    async close() {
      const answered = connections.close(config.stopGraceMs);
      passThrough.stop();
      await edge.close(config.stopGraceMs);
      const { recordsInMemory } = edge.status();
      if (recordsInMemory > 0)
        log.error({ records: recordsInMemory }, "records were not stored and are lost: see the disk");
      // Side by side: records need not wait for slow readers.
      await Promise.all([answered, uplink.close()]);
      passThrough.close();
      await tools.close();
      buffer.close();
    },
  };
}
