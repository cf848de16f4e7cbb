// What is wrong with the params of calls, in words for whoever wrote the client. The protocol's own checks say it as an error of the
// server, in the words of their library; and of params that are no object they refuse the request with all its messages.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  type RequestId,
  RequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { validationDetails } from "@portcullis/contract";
import type { z } from "zod";

/** By method: what its params must be, and some that would do. The protocol says which methods there are. */
const METHODS: Readonly<Record<string, { readonly schema: z.ZodType; readonly example: string }>> = {
  initialize: {
    schema: InitializeRequestSchema,
    example: '{"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "me", "version": "1"}}',
  },
  ping: { schema: PingRequestSchema, example: "{}" },
  "tools/list": { schema: ListToolsRequestSchema, example: "{}" },
  "tools/call": { schema: CallToolRequestSchema, example: '{"name": "read_file", "arguments": {"path": "notes.txt"}}' },
};
const ANY_METHOD = { schema: RequestSchema, example: "{}" };

export interface CheckedMessage {
  /** The message as the protocol can read it: calls with a fault have no params. */
  readonly message: unknown;
  /** What is wrong, by the call's id. */
  readonly faults: ReadonlyMap<unknown, string>;
}

/** Checks the params of one message, or of each in a batch. What has no method and id is no call, and stays as it is. */
export function checkParams(message: unknown): CheckedMessage {
  const faults = new Map<unknown, string>();
  const check = (each: unknown): unknown => {
    if (!isCall(each)) return each;
    const call = withoutTask(each);
    const fault = faultOf(call);
    if (fault === undefined) return call;
    faults.set(call.id, fault);
    const { params: _, ...rest } = call;
    return rest;
  };
  return { message: Array.isArray(message) ? message.map(check) : check(message), faults };
}

/** Lets a connected transport answer calls with a fault, each for itself; the protocol sees the others. */
export function answerFaults(transport: Transport, faults: CheckedMessage["faults"]): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const id = isCall(message) ? (message.id as RequestId) : undefined;
    const fault = faults.get(id);
    if (id === undefined || fault === undefined) return deliver?.(message, extra);
    void transport.send({ jsonrpc: "2.0", id, error: { code: ErrorCode.InvalidParams, message: fault } });
  };
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params?: unknown;
}

function isCall(message: unknown): message is Call {
  const { id, method } = (message ?? {}) as Partial<Call>;
  return id !== undefined && typeof method === "string";
}

/**
 * A call that asks to be run as a task is run as any other here, where there are no tasks, as the protocol says; its own code would
 * refuse the result of the tool that has run.
 */
function withoutTask(call: Call): Call {
  if (typeof call.params !== "object" || call.params === null || !("task" in call.params)) return call;
  const { task: _, ...params } = call.params;
  return { ...call, params };
}

function faultOf({ method, params }: Call): string | undefined {
  const { schema, example } = (Object.hasOwn(METHODS, method) && METHODS[method]) || ANY_METHOD;
  const call = params === undefined ? { method } : { method, params };
  const parsed = schema.safeParse(call);
  if (parsed.success) return undefined;
  const faults = validationDetails(schema, parsed.error, "body", call).map(
    ({ loc: [, ...place], msg }) => `\`${place.join(".")}\`: ${msg}`,
  );
  return `${faults.join("; ")}. Send \`params\` such as ${example}.`;
}
