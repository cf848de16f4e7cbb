// Why an MCP server could not be reached, in words for whoever runs the edge. Callers get less: it is not for them, and of what
// a server answered nothing is repeated here, since it could hold anything.

import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "@portcullis/contract";
import { NotSentError } from "./stdio-transport.js";

const ENDED = "It ended before it answered; start its command by hand to see why.";

/** One sentence; names the command that cannot be started, but neither its arguments nor its environment. */
export function describeUnreachable(error: unknown): string {
  if (error instanceof Refusal) return error.cause === undefined ? error.message : describeUnreachable(error.cause);
  if (error instanceof NotSentError) return ENDED;
  if (error instanceof McpError) {
    if (error.code === ErrorCode.ConnectionClosed) return ENDED;
    if (error.code === ErrorCode.RequestTimeout) return "It did not answer the protocol's handshake in time.";
    return `It answered with the protocol's error ${error.code}.`;
  }
  if (error instanceof StreamableHTTPError) return `It answered with HTTP ${error.code}; look at its url and headers.`;
  if (isTimeout(error)) return "It did not list its tools in time.";
  const { code, path, syscall = "" } = systemErrorOf(error);
  if (syscall.startsWith("spawn")) return `Its command ${path ?? ""} cannot be started (${code}).`;
  if (code !== undefined) return `Its url cannot be connected to (${code}).`;
  if (isBadPort(error))
    return "Its url has a port that no fetch calls, for mail and the like; serve it at another one.";
  return error instanceof Error ? `It could not be used: ${error.name}.` : "It could not be used.";
}

/** As a signal is aborted by its time; it has a number for a code, which is none of the system's. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** What the standard of fetch calls a bad port; all that it says is these words. */
function isBadPort(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && error.cause.message === "bad port";
}

/** The system's own error, which fetch hides under one of its own. */
function systemErrorOf(error: unknown): Partial<NodeJS.ErrnoException> {
  let found: unknown = error;
  while (found instanceof Error && (found as NodeJS.ErrnoException).code === undefined) found = found.cause;
  return found instanceof Error ? (found as NodeJS.ErrnoException) : {};
}
