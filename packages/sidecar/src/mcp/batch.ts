// Several JSON-RPC messages in one request. Of the protocol's versions only those up to 2025-03-26 have them.

import { isInitializeRequest, isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "@portcullis/contract";

const MAX_MESSAGES = 100;
const LAST_VERSION = "2025-03-26";

/** Refuses a batch that cannot be answered, or is none of the version that the client names; without one it is the last with batches. */
export function requireBatch(messages: readonly JSONRPCMessage[], version: string | undefined): void {
  const refuse = (detail: string): never => {
    throw new Refusal("malformed_body", { detail });
  };
  if ((version ?? LAST_VERSION) > LAST_VERSION)
    refuse(`Version ${version} of MCP has no batches: send each message by itself.`);
  if (messages.length === 0) refuse("A batch has at least one message.");
  if (messages.some(isInitializeRequest)) refuse("Send `initialize` by itself: it begins what a batch may go on with.");
  const ids = messages.filter(isJSONRPCRequest).map(({ id }) => id);
  if (new Set(ids).size < ids.length) refuse("Two calls of the batch have the same id: only one could be answered.");
}

/** What looks at each message comes after this. */
export function requireShortBatch(messages: readonly unknown[]): void {
  if (messages.length <= MAX_MESSAGES) return;
  throw new Refusal("malformed_body", { detail: `A batch takes at most ${MAX_MESSAGES} messages.` });
}
