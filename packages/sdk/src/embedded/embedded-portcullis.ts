// The edge inside the agent's own process: the same stages, decisions and records as a sidecar, without the hop. Payloads
// and answers never leave the process; finished records wait in a folder until the control plane has them.

import { inspect } from "node:util";
import { formatJson, newId, newRequestId, newTraceId, parseJson } from "@portcullis/core";
import { untilAborted } from "@portcullis/core/transport";
import {
  combineTools,
  createEdge,
  type Edge,
  envelopeOfRefusal,
  type FinishedCall,
  Refusal,
  toolsFile,
} from "@portcullis/edge";
import { openRecordBuffer, type RecordBuffer } from "@portcullis/edge/buffer-sqlite";
import { createHttpUplink, type HttpUplink } from "@portcullis/edge/uplink";
import { createHttpTools } from "@portcullis/edge/upstream-http";
import { createMcpTools } from "@portcullis/edge/upstream-mcp";
import { pickCredentials, requireText, type SessionSource } from "../credentials.js";
import { errorOfAnswer } from "../errors.js";
import { executeBody } from "../execute-body.js";
import type { ExecuteResult } from "../generated/resources.js";
import type { ExecuteOptions } from "../options.js";
import { originOf } from "../origin-of.js";
import { createAgentSession } from "./agent-session.js";
import { createFunctionTools } from "./function-tools.js";
import type { EmbeddedOptions } from "./options.js";

export interface EmbeddedPortcullis {
  /**
   * As `Portcullis.execute`: the same results, the same errors. `signal` ends the waiting, while the call runs on and is recorded;
   * `timeoutMs` and `maxAttempts` are of requests, and mean nothing here.
   */
  execute(toolName: string, payload?: Record<string, unknown>, options?: ExecuteOptions): Promise<ExecuteResult>;
  readonly edge: Edge;
  /** Ends running calls, sends what the folder holds, and unlocks it; once. True when nothing is left. */
  close(): Promise<boolean>;
  /** As `close`, at the end of the block of an `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the embedded edge; resolves when it is ready to govern calls. Needs the package `better-sqlite3`: 13 on Node 22.14
 * and newer, 12 before that. Throws AuthenticationError for a key that is not valid, ServiceUnavailableError without a control plane.
 * @example
 * const portcullis = await openEmbeddedPortcullis({ controlPlaneUrl, apiKey, folder: ".portcullis", agent, functions: { add } });
 * await portcullis.execute("add", { a: 1, b: 2 });
 */
export async function openEmbeddedPortcullis(options: EmbeddedOptions): Promise<EmbeddedPortcullis> {
  const instance = newId();
  const { controlPlaneUrl, apiKey } = options;
  // What is wrong with the options is told before anything is opened.
  originOf(controlPlaneUrl, "controlPlaneUrl");
  requireText("apiKey", apiKey);
  const credentials = pickCredentials(
    "agent" in options ? { agent: options.agent } : { accessToken: options.accessToken },
  );
  const tools = createTools(options);
  const buffer = openRecordBuffer({ folder: options.folder, instance });
  let uplink: HttpUplink | undefined;
  try {
    const opened = openUplink(options, instance, buffer);
    uplink = opened;
    const { tenantId } = await opened.connect();
    const edge = createEdge({
      tenantId,
      home: "embedded",
      instance,
      uplink: opened,
      records: buffer,
      tools,
      observe: warnOfFailure,
      ...(options.decisionTimeoutMs === undefined ? {} : { decisionTimeoutMs: options.decisionTimeoutMs }),
    });
    await edge.ready();
    const session = createAgentSession({ controlPlaneUrl, credentials }, opened, tenantId);
    const closeAll = async (): Promise<boolean> => {
      await edge.close();
      const isEmpty = await opened.close();
      await tools.close();
      buffer.close();
      return isEmpty && edge.status().recordsInMemory === 0;
    };
    let closing: Promise<boolean> | undefined;
    const close = () => {
      closing ??= closeAll();
      return closing;
    };
    return {
      edge,
      execute: (toolName, payload = {}, call = {}) => executeOnEdge(edge, session, options, toolName, payload, call),
      close,
      [Symbol.asyncDispose]: async () => void (await close()),
    };
  } catch (error) {
    await uplink?.close(0);
    await tools.close();
    buffer.close();
    throw error instanceof Refusal ? errorOfAnswer(error.status, new Headers(), envelopeOfRefusal(error)) : error;
  }
}

function createTools({ functions = {}, tools = [], mcpServers = {}, allowPrivateTools = false }: EmbeddedOptions) {
  const configured = toolsFile.parse({ tools, mcp_servers: mcpServers });
  return combineTools(
    createFunctionTools(functions),
    createHttpTools(configured.tools, { allowPrivate: allowPrivateTools }),
    createMcpTools(configured.mcp_servers),
  );
}

function openUplink(options: EmbeddedOptions, instance: string, buffer: RecordBuffer): HttpUplink {
  const { controlPlaneUrl, apiKey, onRecordSetApart: tell = warn } = options;
  return createHttpUplink({
    controlPlaneUrl,
    apiKey,
    instance,
    home: "embedded",
    buffer,
    onSetApart: tell,
  });
}

function warn(recordId: string, reason: string): void {
  process.emitWarning(`The control plane refused record ${recordId} (${reason}); it is kept, and not sent again.`, {
    type: "PortcullisWarning",
    code: "record_set_apart",
  });
}

/** Its caller learns no more than that the call failed. */
function warnOfFailure({ cause, requestId }: FinishedCall): void {
  if (cause === undefined) return;
  process.emitWarning(`The call ${requestId} failed: ${inspect(cause)}`, {
    type: "PortcullisWarning",
    code: "call_failed",
  });
}

async function executeOnEdge(
  edge: Edge,
  session: SessionSource,
  options: EmbeddedOptions,
  toolName: string,
  payload: Record<string, unknown>,
  call: ExecuteOptions,
): Promise<ExecuteResult> {
  call.signal?.throwIfAborted();
  // As the wire would bring it: a date is its text, and a member that is undefined is none.
  const value = parseJson(formatJson(executeBody(toolName, payload, call)));
  for (let isFirst = true; ; isFirst = false) {
    const { token, tenantId } = await session.current(call.signal);
    const answer = await untilAborted(
      edge.execute({
        body: { value },
        headers: {
          // Names in small letters, as the others are.
          ...Object.fromEntries(new Headers(call.headers)),
          authorization: `Bearer ${token}`,
          "x-tenant-id": tenantId,
          "x-agent-id": call.agentId ?? ("agent" in options ? options.agent.id : options.agentId),
          "x-request-id": newRequestId(),
          "x-trace-id": call.traceId ?? newTraceId(),
          ...(call.idempotencyKey === undefined ? {} : { "x-idempotency-key": call.idempotencyKey }),
          ...(call.approvalKey === undefined ? {} : { "x-approval-key": call.approvalKey }),
        },
        address: "embedded",
        ...(call.signal ? { signal: call.signal } : {}),
      }),
      call.signal,
    );
    if (answer.status === 200) return answer.body.value.data as ExecuteResult;
    const error = errorOfAnswer(answer.status, new Headers(answer.headers), answer.body.value);
    // A token that was refused ran nothing, and may have been renewed meanwhile.
    if (error.code !== "invalid_token" || !session.renew(token) || !isFirst) throw error;
  }
}
