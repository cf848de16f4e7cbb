// Sends one operation of the contract: through the SDK where it has the operation, else as one plain request with the
// credentials that such operations take (the platform's secret, an edge's session).

import type { ExecuteBody, Operation } from "@portcullis/contract";
import { foldToolName, formatJson, parseJson } from "@portcullis/core";
import { type ExecuteOptions, errorOfAnswer, errorOfConnection, PortcullisError } from "@portcullis/sdk";
import type { Connection } from "../connection/connect.js";
import { usageError } from "../exit-codes.js";

export type NamedOperation = Operation & { readonly id: string };

export interface OperationInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly body: unknown;
}

/** A call of the SDK. Of lists the promise is also every item, of streams it is an iterator instead. */
type SdkMethod = (...args: unknown[]) => PromiseLike<unknown>;

/** The answer's data. With `all`, a list comes with the items of every page. Throws a PortcullisError. */
export async function callOperation(
  connection: Connection,
  operation: NamedOperation,
  input: OperationInput,
  options: { readonly all?: boolean; readonly token?: string } = {},
): Promise<unknown> {
  const method = findMethod(connection, operation);
  if (!method) return requestPlainly(connection, operation, input, options.token);
  const answer = method(...argumentsOf(operation, input, connection));
  if (!options.all) return answer;
  const items: unknown[] = [];
  if (!operation.paged) {
    // A search has its cursor in the body: the SDK does not know it as a list.
    let page = (await answer) as { readonly items: readonly unknown[]; readonly next_cursor: string | null };
    items.push(...page.items);
    while (page.next_cursor !== null) {
      const body = { ...(input.body as object), cursor: page.next_cursor };
      page = (await method(...argumentsOf(operation, { ...input, body }, connection))) as typeof page;
      items.push(...page.items);
    }
    return { items, next_cursor: null };
  }
  for await (const item of answer as unknown as AsyncIterable<unknown>) items.push(item);
  return { items, next_cursor: null };
}

/** The events of an operation that answers with a stream. */
export function openEvents(
  connection: Connection,
  operation: NamedOperation,
  input: OperationInput,
  options: { readonly signal: AbortSignal; readonly lastEventId?: string },
): AsyncIterable<unknown> {
  const method = findMethod(connection, operation);
  if (!method) throw new Error(`The SDK has no stream ${operation.id}.`);
  return method(input.query ?? {}, options) as unknown as AsyncIterable<unknown>;
}

/** Whether `tenant_id` in the path is the caller's own, which nobody has to type. */
export function isOwnTenant(operation: Operation, param: string): boolean {
  return param === "tenant_id" && operation.who !== "platform";
}

/** Names of the path's parameters, in order. */
export function paramNames(operation: Operation): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

function findMethod(connection: Connection, operation: NamedOperation): SdkMethod | undefined {
  if (operation.tag === "execution") return executionMethod(connection, operation);
  if (operation.who === "internal" || operation.who === "edge") return undefined;
  const [resource, name] = operation.id.split(".") as [string, string];
  const resources = connection.client as unknown as Record<string, Record<string, SdkMethod> | undefined>;
  return resources[resource]?.[name];
}

/** The SDK has one call for both execution operations; it gives each call its idempotency key. */
function executionMethod({ client, agentId }: Connection, operation: NamedOperation): SdkMethod {
  const isNamedInPath = paramNames(operation).length > 0;
  return (...args) => {
    const body = (isNamedInPath ? args[1] : args[0]) as Partial<ExecuteBody>;
    const toolName = (isNamedInPath ? args[0] : body.tool_name) as string;
    if (body.tool_name !== undefined && foldToolName(body.tool_name) !== foldToolName(toolName)) {
      throw usageError(
        "The body's tool_name is another tool than the one named as argument.",
        "Leave tool_name out of --data.",
      );
    }
    return client.execute(toolName, body.payload ?? {}, {
      ...(agentId === undefined ? {} : { agentId }),
      ...(body.usage ? { usage: body.usage as NonNullable<ExecuteOptions["usage"]> } : {}),
      ...(body.target_tenant_id ? { targetTenantId: body.target_tenant_id } : {}),
      ...(body.metadata ? { metadata: body.metadata } : {}),
    });
  };
}

function argumentsOf(operation: NamedOperation, input: OperationInput, connection: Connection): unknown[] {
  const params = paramNames(operation).filter((name) => !isOwnTenant(operation, name));
  const values: unknown[] = params.map((name) => input.params[name]);
  if (operation.body) values.push(input.body ?? {});
  else if (operation.query) values.push(input.query ?? {});
  return [...values, operation.who === "anonymous" ? { headers: connection.anonymousHeaders } : {}];
}

async function requestPlainly(
  connection: Connection,
  operation: NamedOperation,
  input: OperationInput,
  token: string | undefined,
): Promise<unknown> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params[name] ?? ""));
  const headers: Record<string, string> = { accept: "application/json", ...connection.anonymousHeaders };
  if (token) headers.authorization = `Bearer ${token}`;
  if (operation.body) headers["content-type"] = "application/json";
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) search.set(name, String(value));
  const url = `${connection.url.replace(/\/+$/, "")}${path}${search.size > 0 ? `?${search}` : ""}`;
  let response: Response;
  try {
    response = await fetch(url, {
      method: operation.method,
      headers,
      redirect: "manual",
      ...(operation.body ? { body: formatJson(input.body ?? {}) } : {}),
    });
  } catch (error) {
    throw error instanceof PortcullisError ? error : errorOfConnection(error, false, new URL(url).origin);
  }
  const text = await response.text();
  const body = parseAnswer(text);
  if (!response.ok) throw errorOfAnswer(response.status, response.headers, body);
  return typeof body === "object" && body !== null && "data" in body ? body.data : body;
}

function parseAnswer(text: string): unknown {
  try {
    return text === "" ? undefined : parseJson(text);
  } catch {
    return text;
  }
}
