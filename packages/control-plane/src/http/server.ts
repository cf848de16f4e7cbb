// The HTTP server: what every request gets, whatever its route. Ids, security headers, one error envelope, logs, metrics,
// limits on time and size, and a close that ends streams. Routes come from mount.ts.

import { envelopeOfRefusal, headersOfRefusal, noRouteFor, type OperationId, Refusal } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import {
  answerClientError,
  arrivalLimits,
  HEAR_WITHOUT_HOST,
  hearRequests,
  limitReading,
  requirePlainRequest,
} from "@portcullis/edge";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Services } from "../services.js";
import { DEFAULT_BODY_BYTES, readBodiesAsBytes } from "./body.js";
import { refusalOf } from "./errors.js";
import type { MeasuredRoute } from "./metrics.js";
import { createNameCheck, requireNoForeignPreflight } from "./own-names.js";
import { idsOf, type RequestIds } from "./request-ids.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the first hook of every request. */
    ids: RequestIds;
    arrivedAtMs: number;
  }
  interface FastifyContextConfig {
    measuredAs?: MeasuredRoute;
    isStream?: boolean;
    isForEdges?: boolean;
  }
}

/** Of answers that only edges get: those are no browsers. */
const EDGE_HEADERS: Readonly<Record<string, string>> = { "Cache-Control": "no-store" };

const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  ...EDGE_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** A server without routes. */
export function createServer(services: Services): FastifyInstance {
  const { config, log, metrics } = services;
  const { requestTimeout, ...limits } = arrivalLimits(config.requestTimeoutMs);
  const requireOwnName = createNameCheck(config);
  const app = Fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: DEFAULT_BODY_BYTES,
    requestTimeout,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    http: { ...limits, ...HEAR_WITHOUT_HOST, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: (error, socket) => {
      metrics.observeRequest("malformed", 400, 0);
      answerClientError(error, socket);
    },
    frameworkErrors: (_error, request, reply) => {
      openRequest(request, reply, config.production);
      answerRefusal(reply, new Refusal("malformed_request"));
    },
  });
  hearRequests(app.server);
  limitReading(app.server);
  app.setReplySerializer((body) => formatJson(body));
  app.decorateRequest("ids");
  app.decorateRequest("arrivedAtMs", 0);
  readBodiesAsBytes(app);
  app.addHook("onRequest", async (request, reply) => {
    openRequest(request, reply, config.production);
    requirePlainRequest(request.raw);
    requireOwnName(request.headers);
    requireNoForeignPreflight(request.method, request.headers);
    if (request.ids.refusal) throw request.ids.refusal;
    // The router lets a parameter be empty: `/agents/` is no agent.
    if (Object.values(request.params ?? {}).includes("")) throw noRouteFor(request.method, request.url);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { refusal, unexpected } = refusalOf(error);
    if (unexpected)
      log.error({ err: error, request_id: request.ids.requestId, operation: routeOf(request) }, "request failed");
    if (refusal.status === 401 || refusal.code === "ip_blocked") metrics.countRefusal(refusal.code);
    answerRefusal(reply, refusal);
    return reply;
  });
  app.addHook("onResponse", async (request, reply) => {
    const operation = routeOf(request);
    const durationMs = performance.now() - request.arrivedAtMs;
    metrics.observeRequest(operation, reply.statusCode, request.routeOptions.config.isStream ? 0 : durationMs);
    const line = {
      operation,
      method: request.method,
      status: reply.statusCode,
      duration_ms: Math.round(durationMs * 10) / 10,
      request_id: request.ids.requestId,
      trace_id: request.ids.traceId,
      address: request.ip,
    };
    if (reply.statusCode >= 500) log.warn(line, "request");
    else log.debug(line, "request");
  });
  return app;
}

/** Writes a refusal in the envelope. */
function answerRefusal(reply: FastifyReply, refusal: Refusal): void {
  reply
    .headers(headersOfRefusal(refusal))
    .code(refusal.status)
    .type("application/json; charset=utf-8")
    .send(envelopeOfRefusal(refusal));
}

/** The tenant of an operation's metrics is nobody's business: only its id is named. */
function routeOf(request: FastifyRequest): MeasuredRoute | OperationId {
  return request.routeOptions.config?.measuredAs ?? "route_not_found";
}

function openRequest(request: FastifyRequest, reply: FastifyReply, production: boolean): void {
  request.arrivedAtMs = performance.now();
  request.ids = idsOf(request.headers);
  const isForEdges = request.routeOptions.config?.isForEdges === true;
  reply.headers(isForEdges ? EDGE_HEADERS : BROWSER_HEADERS);
  const { requestId, traceId, traceparent } = request.ids;
  reply.headers({ "X-Request-ID": requestId, "X-Trace-ID": traceId, traceparent });
  if (production && !isForEdges) reply.header("Strict-Transport-Security", "max-age=31536000");
}
