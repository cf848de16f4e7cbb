// `client.agents.create(…)` from the operations table: path parameters in order, then body or query, then options.

import { type EventStreamOptions, streamEvents } from "./event-stream.js";
import { type OperationEntry, operationTable } from "./generated/operations.js";
import type { Resources } from "./generated/resources.js";
import type { RequestOptions } from "./options.js";
import { createPagedList, type PageData } from "./pages.js";
import type { OutgoingRequest, Requester } from "./requester.js";

type Method = (...args: unknown[]) => unknown;

/** One object per tag, one function per operation. */
export function createResources(requester: Requester): Resources {
  const resources: Record<string, Record<string, Method>> = {};
  for (const [id, entry] of Object.entries(operationTable)) {
    const [resource, method] = id.split(".") as [string, string];
    resources[resource] ??= {};
    resources[resource][method] = methodOf(entry, requester);
  }
  return resources as unknown as Resources;
}

function methodOf(entry: OperationEntry, requester: Requester): Method {
  return (...args) => {
    const names = entry.params.filter((name) => !entry.ownTenant || name !== "tenant_id");
    const values = Object.fromEntries(names.map((name, index) => [name, String(args[index])]));
    const rest = args.slice(names.length);
    const input = entry.input === "none" ? undefined : (rest.shift() as Record<string, unknown> | undefined);
    const options = (rest[0] ?? {}) as RequestOptions;
    if (entry.answer === "event-stream") {
      return streamEvents(requester, requestOf(entry, values, input), options as EventStreamOptions);
    }
    if (entry.paged) {
      return createPagedList(
        (cursor) =>
          send(entry, values, cursor === undefined ? input : { ...input, cursor }, options, requester) as Promise<
            PageData<unknown>
          >,
      );
    }
    return send(entry, values, input, options, requester);
  };
}

async function send(
  entry: OperationEntry,
  values: Record<string, string>,
  input: Record<string, unknown> | undefined,
  options: RequestOptions,
  requester: Requester,
): Promise<unknown> {
  const own = entry.ownTenant
    ? { ...values, tenant_id: (await requester.session.current(options.signal)).tenantId }
    : values;
  return requester.send(requestOf(entry, own, input), options);
}

function requestOf(
  entry: OperationEntry,
  values: Readonly<Record<string, string>>,
  input: Record<string, unknown> | undefined,
): OutgoingRequest {
  const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  return {
    method: entry.method,
    path,
    answer: entry.answer,
    repeatable: entry.repeatable,
    anonymous: entry.anonymous,
    ...(entry.input === "query" && input ? { query: input } : {}),
    ...(entry.input === "body" ? { body: input ?? {} } : {}),
  };
}
