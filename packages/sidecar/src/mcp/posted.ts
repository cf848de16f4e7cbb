// What a client posts, read and checked before any of it runs: the protocol's version, the JSON, and each message's form.

import type { IncomingMessage } from "node:http";
import {
  isInitializeRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { MAX_EXECUTE_BODY_BYTES, Refusal } from "@portcullis/contract";
import { parseStrictJson, StrictJsonError } from "@portcullis/core";
import { readBody, refusalOfJson, requireJsonType } from "@portcullis/edge";
import { requireBatch, requireShortBatch } from "./batch.js";
import { type CheckedMessage, checkParams } from "./params.js";

export interface Posted {
  /** One, or a list where a list was posted. */
  readonly messages: JSONRPCMessage | readonly JSONRPCMessage[];
  readonly faults: CheckedMessage["faults"];
  /** It begins a session. */
  readonly isInitialize: boolean;
}

/** A payload may nest 512 deep; around it are the message, its params and its arguments. */
const MAX_DEPTH = 516;

/** Refuses what the protocol could not answer. */
export async function readPosted(request: IncomingMessage): Promise<Posted> {
  const body = await readBody(request, MAX_EXECUTE_BODY_BYTES);
  requireJsonType(request.headers["content-type"]);
  const posted = parseMessage(body);
  if (Array.isArray(posted)) requireShortBatch(posted);
  const { message, faults } = checkParams(posted);
  const messages = Array.isArray(message) ? message.map(requireMessage) : requireMessage(message);
  const isInitialize = isInitializeRequest(messages);
  const version = isInitialize ? undefined : versionOf(request);
  if (Array.isArray(messages)) requireBatch(messages, version);
  return { messages, faults, isInitialize };
}

/** The version that a client names after it has agreed on one. */
function versionOf({ headers }: IncomingMessage): string | undefined {
  const version = headers["mcp-protocol-version"];
  if (version === undefined) return undefined;
  if (typeof version === "string" && SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return version;
  throw new Refusal("malformed_request", {
    detail: `MCP-Protocol-Version takes ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}: name the one that \`initialize\` answered.`,
  });
}

function requireMessage(message: unknown): JSONRPCMessage {
  const parsed = JSONRPCMessageSchema.safeParse(message);
  if (parsed.success) return parsed.data;
  throw new Refusal("malformed_body", {
    detail: 'Send a message of JSON-RPC 2.0, such as {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.',
  });
}

function parseMessage(body: Uint8Array): unknown {
  try {
    return parseStrictJson(body, { maxDepth: MAX_DEPTH });
  } catch (error) {
    throw error instanceof StrictJsonError ? refusalOfJson(error) : error;
  }
}
