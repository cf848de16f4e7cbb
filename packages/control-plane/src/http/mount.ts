// Routes from the contract, all of them here: the gate before the body is read, validation, the handler, the envelope. An
// operation has no other way to be served.

import {
  type ErrorCode,
  envelopeOf,
  noRouteFor,
  type Operation,
  type OperationId,
  operationList,
  Refusal,
  requireValid,
  rolesThatMayCall,
} from "@portcullis/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import { countFailure, requireNotBlocked } from "../domains/auth/index.js";
import type { Services } from "../services.js";
import { signalOf } from "./answer-signal.js";
import { authenticate } from "./authenticate.js";
import { isByCookie, isSameSite } from "./bearer.js";
import { bytesOf, DEFAULT_BODY_BYTES, parseBody, parseQuery } from "./body.js";
import { makeContext } from "./call-context.js";
import type { GateRows } from "./gate-rows.js";
import type { CallContext, Caller, Handlers, RawOperationId } from "./handler.js";
import { KnownRefusal } from "./known-refusal.js";
import type { RawRoutes } from "./raw-route.js";
import { gateRefusal, scopesOf } from "./role-gate.js";
import { requireStorableText } from "./storable-text.js";

type Definition = Operation & { readonly id: OperationId };
type AnyHandler = (context: CallContext, input: { params: unknown; query: unknown; body: unknown }) => Promise<unknown>;

export interface Mounted {
  readonly services: Services;
  readonly handlers: Handlers;
  readonly rawRoutes: RawRoutes;
  readonly gateRows: GateRows;
  /** Aborts when the server begins to close. */
  readonly closing: AbortSignal;
}

/** Signing in: addresses that failed too often are turned away before anything of the request is looked at. */
const SIGN_INS: ReadonlySet<OperationId> = new Set(["auth.token", "auth.agentToken"]);
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;
const nothing = z.strictObject({});
const emptyBody = nothing.optional();

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Mounts every operation, and 405 for the other methods of their paths. */
export function mountOperations(app: FastifyInstance, mounted: Mounted): void {
  app.decorateRequest("caller");
  const methodsOf = new Map<string, Set<string>>();
  for (const operation of operationList) {
    const isStream = operation.answer === "event-stream";
    const url = urlOf(operation.path);
    const raw = rawRouteOf(operation, mounted);
    app.route({
      method: operation.method,
      url,
      bodyLimit: operation.maxBodyBytes ?? DEFAULT_BODY_BYTES,
      exposeHeadRoute: operation.method === "GET" && !isStream,
      config: { measuredAs: operation.id, isStream, isForEdges: operation.who === "edge" },
      onRequest: (request) =>
        raw?.authenticatedBy === "handler" ? admitUnchecked(request) : gate(operation, mounted, request),
      handler: (request, reply) =>
        raw ? answerRaw(operation, mounted, request, reply) : answer(operation, mounted, request, reply),
    });
    const methods = methodsOf.get(url) ?? new Set<string>();
    methodsOf.set(url, methods.add(operation.method));
    if (operation.method === "GET" && !isStream) methods.add("HEAD");
  }
  refuseOtherMethods(app, methodsOf);
}

/** Who calls, and whether it may; runs before the body is read. */
async function gate(operation: Definition, { services, gateRows }: Mounted, request: FastifyRequest): Promise<void> {
  const isSignIn = SIGN_INS.has(operation.id);
  try {
    request.caller = await authenticate(services, operation, request.method, request.headers);
  } catch (error) {
    if (isSignIn) await requireNotBlocked(services.store, request.ip);
    if (isSignIn && error instanceof Refusal && error.status === 401) await countFailure(services.store, request.ip);
    await recordKnownRefusal(operation, gateRows, request, error);
    throw error;
  }
  if (isSignIn && request.caller.principal.kind !== "edge") await requireNotBlocked(services.store, request.ip);
  const { principal, tenantId } = request.caller;
  const code = gateRefusal(operation, principal);
  if (code === null) return;
  const { requestId } = request.ids;
  await gateRows.record({ tenantId, principal, operation: operation.id, code, requestId, address: request.ip });
  if (ROLE_REFUSALS.has(code)) throw new Refusal(code, { detail: describeRoles(operation) });
  throw new Refusal(code, code === "insufficient_scope" ? { detail: describeScopes(operation) } : {});
}

/** Refusals for a role, whose hint names those that pass. */
const ROLE_REFUSALS: ReadonlySet<ErrorCode> = new Set(["insufficient_role", "write_role_required"]);

function describeRoles({ id, who, agents }: Definition): string {
  const roles = [...rolesThatMayCall(who), ...(agents ? ["agent"] : [])];
  if (who === "platform") return `${id} is for platform administrators: ${roles.join(", ")} with is_platform_admin.`;
  return `${id} is for the ${roles.length === 1 ? "role" : "roles"} ${roles.join(", ")}.`;
}

function describeScopes(operation: Definition): string {
  const scopes = [...new Set([...scopesOf(operation), "admin"])];
  return `${operation.id} is for API keys with the scope ${scopes.join(" or ")}.`;
}

/** The handler authenticates; only what a browser does by itself is kept out here. */
async function admitUnchecked(request: FastifyRequest): Promise<void> {
  const { headers, method } = request;
  if (isByCookie(headers) && !isSameSite(method, headers)) throw new Refusal("cross_site_request");
  request.caller = { principal: { kind: "anonymous" }, tenantId: "" };
}

async function answer(
  operation: Definition,
  { services, handlers, gateRows }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params = requireValid(operation.params ?? nothing, request.params, "path");
  const query = requireValid(operation.query ?? nothing, parseQuery(request.url), "query");
  const sent = parseBody(operation, bytesOf(request.body), request.headers["content-type"]);
  const body = requireValid(operation.body ?? emptyBody, sent, "body");
  if (operation.who !== "edge") {
    requireStorableText(request.params, "path");
    requireStorableText(query, "query");
    requireStorableText(sent, "body");
  }
  const handler = handlers[operation.id as Exclude<OperationId, RawOperationId>] as AnyHandler;
  const context = contextOf(services, operation, request, reply);
  const data = await handler(context, { params, query, body }).catch(async (error: unknown) => {
    await recordKnownRefusal(operation, gateRows, request, error);
    throw error;
  });
  if (operation.status === 204) return reply.code(204).send();
  return reply.code(operation.status).type("application/json; charset=utf-8").send(envelopeOf(data));
}

async function answerRaw(
  operation: Definition,
  mounted: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const route = mounted.rawRoutes[operation.id as RawOperationId];
  const isChecked = route.authenticatedBy === "contract";
  // A running call is ended by its edge's own close, in order; streams end with the server.
  const signal = signalOf(reply.raw, isChecked ? mounted.closing : undefined);
  await route.handle({
    context: contextOf(mounted.services, operation, request, reply),
    request,
    reply,
    body: bytesOf(request.body),
    params: request.params as Record<string, string>,
    query: isChecked ? requireValid(operation.query ?? nothing, parseQuery(request.url), "query") : undefined,
    signal,
  });
  return reply;
}

function contextOf(
  services: Services,
  operation: Definition,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext {
  return makeContext(services, operation, {
    ...request.caller,
    requestId: request.ids.requestId,
    traceId: request.ids.traceId,
    address: request.ip,
    setHeader: (name, value) => void reply.header(name, value),
  });
}

/** A refusal of a known caller is a row like the gate's own. */
async function recordKnownRefusal(
  operation: Definition,
  gateRows: GateRows,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  if (!(error instanceof KnownRefusal)) return;
  const { requestId } = request.ids;
  const { principal, tenantId } = error.caller;
  await gateRows.record({
    tenantId,
    principal,
    operation: operation.id,
    code: error.code,
    requestId,
    address: request.ip,
  });
}

function rawRouteOf(operation: Definition, { rawRoutes }: Mounted) {
  return Object.hasOwn(rawRoutes, operation.id) ? rawRoutes[operation.id as RawOperationId] : undefined;
}

function urlOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function refuseOtherMethods(app: FastifyInstance, methodsOf: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, methods] of methodsOf) {
    const allow = [...methods, "OPTIONS"].join(", ");
    const others: HTTPMethods[] = METHODS.filter((method) => method !== "OPTIONS" && !methods.has(method));
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      config: { measuredAs: "method_not_allowed" },
      handler: (_request, reply) => {
        reply.header("Allow", allow);
        throw new Refusal("method_not_allowed");
      },
    });
    app.options(url, { config: { measuredAs: "options" } }, (_request, reply) =>
      reply.header("Allow", allow).code(204).send(),
    );
  }
  const known = [...methodsOf].map(([url, methods]) => ({
    pattern: new RegExp(`^${url.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`),
    allow: [...methods, "OPTIONS"].join(", "),
  }));
  app.setNotFoundHandler((request, reply) => {
    // Methods that the router does not know at all, such as PROPFIND.
    const path = request.url.split("?", 1)[0] ?? "";
    const route = METHODS.some((method) => method === request.method)
      ? undefined
      : known.find(({ pattern }) => pattern.test(path));
    if (route === undefined) throw noRouteFor(request.method, request.url);
    reply.header("Allow", route.allow);
    throw new Refusal("method_not_allowed");
  });
}
