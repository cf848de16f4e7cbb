// Which part of the sidecar serves a request.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { envelopeOf, envelopeOfRefusal, Refusal } from "@portcullis/contract";
import { isRequestId, newId, newTraceId } from "@portcullis/core";
import type { Edge } from "@portcullis/edge";
import { requireLocalCaller } from "./local-only.js";
import type { McpEndpoint } from "./mcp/endpoint.js";
import type { SidecarMetrics } from "./metrics.js";
import type { PassThrough } from "./pass-through.js";
import { readBody } from "./read-body.js";

export interface RouterParts {
  readonly edge: Edge;
  readonly mcp: McpEndpoint;
  readonly passThrough: PassThrough;
  readonly metrics: SidecarMetrics;
  readonly onError: (error: unknown) => void;
}

const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;

export function createRouter(parts: RouterParts): (request: IncomingMessage, response: ServerResponse) => void {
  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requireLocalCaller(request.headers);
    const path = (request.url ?? "/").split("?", 1)[0] as string;
    if (request.method === "POST" && (path === "/execute" || path.startsWith("/execute/"))) {
      return execute(path, request, response);
    }
    if (path.startsWith("/mcp/")) {
      return parts.mcp.serve(decodePart(path.slice("/mcp/".length)), request, response, addressOf(request));
    }
    if (path === "/health" && request.method === "GET") return health(response);
    if (path === "/metrics" && request.method === "GET") {
      response.writeHead(200, { "content-type": parts.metrics.contentType });
      response.end(await parts.metrics.text());
      return;
    }
    parts.passThrough.forward(request, response);
  }

  async function execute(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, MAX_PAYLOAD_BYTES);
    const answer = await parts.edge.execute({
      body,
      headers: request.headers as Record<string, string | undefined>,
      address: addressOf(request),
      ...(path === "/execute" ? {} : { toolNameInPath: decodePart(path.slice("/execute/".length)) }),
    });
    writeJson(response, answer.status, answer.body, answer.headers);
  }

  function health(response: ServerResponse): void {
    const status = parts.edge.status();
    const data = {
      status: status.connected ? "ok" : "disconnected",
      kill_switch_engaged: status.killSwitchEngaged,
      heartbeat_age_ms: status.heartbeatAgeMs,
      running: status.running,
    };
    writeJson(response, status.connected ? 200 : 503, envelopeOf(data), {});
  }

  return (request, response) => {
    route(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) parts.onError(error);
      if (response.headersSent) return response.destroy();
      const refusal = error instanceof Refusal ? error : new Refusal("internal");
      const headers = idsOf(request.headers);
      if (refusal.code === "payload_too_large") headers["connection"] = "close";
      if (refusal.code === "method_not_allowed") headers["allow"] = "POST";
      writeJson(response, refusal.status, envelopeOfRefusal(refusal), headers);
    });
  };
}

function writeJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
  });
  response.end(bytes);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("malformed_request", { detail: "The path holds a malformed percent escape." });
  }
}

/** The caller's ids, or new ones: an answer has them even where the call never reached the edge. */
function idsOf(given: IncomingHttpHeaders): Record<string, string> {
  const requestId = given["x-request-id"];
  const traceId = given["x-trace-id"];
  return {
    "x-request-id": isRequestId(requestId) ? requestId : newId(),
    "x-trace-id": typeof traceId === "string" && /^[A-Za-z0-9._:-]{1,64}$/.test(traceId) ? traceId : newTraceId(),
  };
}

function addressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "unknown";
}
