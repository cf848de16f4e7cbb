// The text of MCP messages between the wire and the protocol's client, which reads and writes JSON as doubles and says nothing
// of an answer that it cannot read. Long integers pass it hidden in strings (core's json-numbers), and whoever waits for an
// answer that is none gets an error in its place.

import { ErrorCode, type JSONRPCErrorResponse, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { hideIntegers, isJsonObject, type JsonObject, type JsonValue, showIntegers } from "@portcullis/core";

/** What the error says that stands for an answer which is none. */
export const NO_ANSWER = "The MCP server's answer is not one of the protocol.";

/** The text of a message as the client can take it. */
export function incomingText(text: string): string {
  return hideIntegers(MAY_BE_NO_ANSWER.test(text) || !HAS_KIND.test(text) ? replaceNoAnswer(text) : text);
}

/** A fetch for a client's transport: its messages, and those of the server, in JSON or as events, are translated. */
export function translateMessages(inner: typeof fetch): typeof fetch {
  return async (url, init) => {
    const body = init?.body;
    const response = await inner(url, typeof body === "string" ? { ...init, body: showIntegers(body) } : init);
    const { headers, status, statusText } = response;
    if (!response.ok || response.body === null) return response;
    const type = (headers.get("content-type") ?? "").toLowerCase();
    const rest = { status, statusText, headers };
    if (type.startsWith("text/event-stream")) {
      return new Response(response.body.pipeThrough(translateEvents()), rest);
    }
    return type.startsWith("application/json") ? new Response(incomingText(await response.text()), rest) : response;
  };
}

/** Line by line: the data of one is a message, or a part of it that begins and ends between two tokens of its JSON. */
function translateEvents(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let open = "";
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
      const lines = end === 0 ? "" : open + text.slice(0, end);
      open = end === 0 ? open + text : text.slice(end);
      if (lines !== "") controller.enqueue(encoder.encode(lines.replace(DATA, translateLine)));
    },
    flush(controller) {
      if (open !== "") controller.enqueue(encoder.encode(open));
    },
  });
}

function translateLine(_line: string, name: string, data: string): string {
  return name + incomingText(data);
}

function replaceNoAnswer(text: string): string {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
  if (!Array.isArray(value)) return isNoAnswer(value) ? JSON.stringify(errorFor(value)) : text;
  return value.some(isNoAnswer)
    ? JSON.stringify(value.map((each) => (isNoAnswer(each) ? errorFor(each) : each)))
    : text;
}

/** Whether it has the id of a request and says nothing that the client can read. */
function isNoAnswer(message: JsonValue): message is JsonObject & { id: string | number } {
  if (!isJsonObject(message) || "method" in message || JSONRPCMessageSchema.safeParse(message).success) return false;
  return typeof message.id === "string" || typeof message.id === "number";
}

function errorFor({ id }: { readonly id: string | number }): JSONRPCErrorResponse {
  return { jsonrpc: "2.0", id, error: { code: ErrorCode.InternalError, message: NO_ANSWER } };
}

const DATA = /((?:^|[\r\n])data: ?)([^\r\n]+)/g;
const MAY_BE_NO_ANSWER = /"error"|"result"\s*:\s*[^\s{]/;
const HAS_KIND = /"(?:result|method)"/;
