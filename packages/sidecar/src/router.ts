// Which part of the sidecar serves a request.

import type { IncomingMessage, ServerResponse } from "node:http";
import { envelopeOf, MAX_EXECUTE_BODY_BYTES, noRouteFor, Refusal } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import { type Edge, readBody, requirePlainRequest, textOf, VERSION } from "@portcullis/edge";
import { answerIds, BROWSER_HEADERS, writeJson, writeRefusal } from "./json-answer.js";
import { requireLocalCaller, requireOwnPageForCookie } from "./local-only.js";
import type { McpEndpoint } from "./mcp/endpoint.js";
import type { SidecarMetrics } from "./metrics.js";
import type { PassThrough } from "./pass-through.js";

export interface RouterParts {
  readonly edge: Edge;
  readonly mcp: McpEndpoint;
  readonly passThrough: PassThrough;
  readonly metrics: SidecarMetrics;
  readonly onError: (error: unknown) => void;
}

/** A slash within the tool's name is written %2F; what has one more segment is no route, which the control plane says. */
const EXECUTE_PATH = /^\/execute(?:\/[^/]+)?$/;

export function createRouter(parts: RouterParts): (request: IncomingMessage, response: ServerResponse) => void {
  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requirePlainRequest(request);
    requireLocalCaller(request.headers);
    const path = pathOf(request);
    if (request.method === "POST" && EXECUTE_PATH.test(path)) {
      requireOwnPageForCookie(request.headers);
      return execute(path, request, response);
    }
    if (path === "/mcp" || path.startsWith("/mcp/")) {
      requireOwnPageForCookie(request.headers);
      return parts.mcp.serve(decodePart(path.slice("/mcp/".length)), request, response, addressOf(request));
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (path === "/health" && isRead) return health(request, response);
    if (path === "/metrics" && isRead) return metrics(request, response);
    parts.passThrough.forward(request, response);
  }

  async function execute(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const toolNameInPath = path === "/execute" ? undefined : decodePart(path.slice("/execute/".length));
    const body = await readBody(request, MAX_EXECUTE_BODY_BYTES);
    const answer = await parts.edge.execute({
      body,
      headers: request.headers as Record<string, string | undefined>,
      address: addressOf(request),
      ...(toolNameInPath === undefined ? {} : { toolNameInPath }),
    });
    writeJson(response, answer.status, textOf(answer.body), answer.headers);
  }

  function health(request: IncomingMessage, response: ServerResponse): void {
    const { connected, killSwitchEngaged, heartbeatAgeMs, running } = parts.edge.status();
    const data = {
      status: connected ? "ok" : "disconnected",
      version: VERSION,
      kill_switch_engaged: killSwitchEngaged,
      heartbeat_age_ms: heartbeatAgeMs === null ? null : Math.round(heartbeatAgeMs),
      running,
    };
    // It refuses calls for as long, and with this.
    if (!connected) throw new Refusal("control_plane_unreachable", { data });
    writeJson(response, 200, formatJson(envelopeOf(data)), answerIds(request.headers));
  }

  async function metrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await parts.metrics.text();
    response.writeHead(200, {
      ...BROWSER_HEADERS,
      ...answerIds(request.headers),
      "content-type": parts.metrics.contentType,
    });
    response.end(text);
  }

  return (request, response) => {
    route(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) parts.onError(error);
      if (response.headersSent) return response.destroy();
      writeRefusal(response, error instanceof Refusal ? error : new Refusal("internal"), request.headers);
    });
  };
}

/** A target with a scheme and a host is meant for a proxy: read as a path, it would miss the sidecar's own routes. */
function pathOf(request: IncomingMessage): string {
  const target = request.url ?? "";
  if (!target.startsWith("/")) {
    throw new Refusal("malformed_request", { detail: "The request's target must be a path that begins with '/'." });
  }
  const path = target.split("?", 1)[0] as string;
  if (isSpelledOtherwise(path)) {
    throw new Refusal("malformed_request", {
      detail: "The path must be written plainly: no '//', '\\', '#' or escaped route.",
    });
  }
  // Passing it on would make one slash of two, and so another path: with both, it is none of the control plane's.
  if (path.includes("//")) throw noRouteFor(request.method ?? "", path);
  return path;
}

/** Such a path is another one once it was passed on: it would reach a route of the sidecar's at the control plane. */
function isSpelledOtherwise(path: string): boolean {
  return path.startsWith("//") || /[\\#]/.test(path) || (path.split("/", 2)[1] as string).includes("%");
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("malformed_request", { detail: "The path holds a malformed percent escape." });
  }
}

function addressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "unknown";
}
