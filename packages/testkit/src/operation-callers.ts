/** Who may call an operation, as credentials of a stack; and one probe that tells only what became of a call. */
import { randomInt, randomUUID } from "node:crypto";
import type { Operation, OperationId } from "@portcullis/contract";
import { type CallOptions, type Credentials, callPath, fillPath, NOBODY, queryText } from "./contract-call.js";
import { sampleBody } from "./operation-samples.js";
import { openEventStream } from "./server-sent-events.js";
import type { Stack } from "./stack.js";
import { bearer, type TestTenant } from "./test-tenant.js";

export type ListedOperation = Operation & { readonly id: OperationId };

/** Credentials that pass the gate of `who`, in the given tenant. */
export async function rightfulCaller(
  stack: Stack,
  operation: ListedOperation,
  tenant: TestTenant = stack.tenant,
): Promise<Credentials> {
  switch (operation.who) {
    case "anonymous":
      return operation.id === "auth.token" ? { headers: { "x-tenant-id": tenant.id } } : NOBODY;
    case "internal":
      return { headers: { "x-tenant-id": tenant.id, "x-internal-secret": stack.internalSecret } };
    case "edge":
      return openEdgeSession(stack, tenant);
    case "agent+":
      return tenant.agent;
    case "platform":
      return stack.platformAdmin;
    default:
      return operation.id === "auth.logout" ? tenant.signIn(tenant.users.ADMIN) : tenant.users.ADMIN;
  }
}

const sessions = new WeakMap<Stack, Map<string, Credentials & { instance: string }>>();

/** A session of an edge instance of its own, one per stack and tenant. */
export async function openEdgeSession(stack: Stack, tenant: TestTenant): Promise<Credentials & { instance: string }> {
  const known = sessions.get(stack) ?? new Map<string, Credentials & { instance: string }>();
  sessions.set(stack, known);
  const found = known.get(tenant.id);
  if (found !== undefined) return found;
  const { key } = await tenant.createApiKey(["edge"]);
  const instance = randomUUID();
  const answer = await stack.call("edge.session", {
    body: { api_key: key, instance, home: "sidecar", version: "0.0.0" },
  });
  const session = { instance, ...bearer(answer.data.session_token, tenant.id) };
  known.set(tenant.id, session);
  return session;
}

export interface Probe {
  readonly status: number;
  readonly error: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly allow: string | null;
  readonly body: unknown;
  readonly contentType: string;
}

/** Calls an operation with its sample body and gives what became of it; streams are closed at once. */
export async function probe(
  stack: Stack,
  operation: ListedOperation,
  options: CallOptions = {},
  method: string = operation.method,
): Promise<Probe> {
  const path = fillPath(operation.path, options.params ?? {});
  const hasBody = options.body !== undefined || options.raw !== undefined;
  const body = hasBody || method !== operation.method ? options.body : sampleBody(operation.id);
  const headers = { "x-forwarded-for": anyAddress(), ...options.headers };
  if (operation.answer === "event-stream" && method === "GET") {
    const stream = await openEventStream(`${stack.url}${path}${queryText(options.query)}`, {
      ...options.as?.headers,
      ...headers,
    });
    stream.close();
    if (stream.status === 200) {
      const contentType = String(stream.headers["content-type"]);
      return { status: 200, error: null, code: null, detail: null, allow: null, body: null, contentType };
    }
  }
  const answer = await callPath(stack.url, method, path, {
    ...options,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: answer.status,
    error: answer.error,
    code: (answer.body.meta?.code as string | undefined) ?? null,
    detail: answer.body.detail ?? null,
    allow: answer.headers.allow ?? null,
    body: answer.body,
    contentType: answer.headers["content-type"] ?? "",
  };
}

/** Failed sign-ins are counted per address: each probe comes from its own. */
export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
