// What a batch may hold, so that it is answered whatever is in it.
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { requireBatch, requireShortBatch } from "./batch.js";

const call = (id: number | string): JSONRPCMessage => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "read" },
});
const cancel: JSONRPCMessage = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
const initialize: JSONRPCMessage = {
  jsonrpc: "2.0",
  id: 7,
  method: "initialize",
  params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "me", version: "1" } },
};
const refused = expect.objectContaining({ code: "malformed_body" });

it("is taken of the versions that have batches, and where none is named, and refused of the others", () => {
  for (const version of [undefined, "2024-11-05", "2025-03-26"]) requireBatch([call(1), cancel], version);
  for (const version of ["2025-06-18", "2025-11-25"]) {
    expect(() => requireBatch([call(1)], version), version).toThrow(refused);
  }
});

it("with two calls of one id is refused; the number and the string are two", () => {
  expect(() => requireBatch([call(1), cancel, call(1)], undefined)).toThrow(refused);
  requireBatch([call(1), call("1")], undefined);
});

it("without a message, or with an `initialize`, is refused", () => {
  expect(() => requireBatch([], undefined)).toThrow(refused);
  expect(() => requireBatch([initialize, call(1)], undefined)).toThrow(refused);
});

it("takes a hundred messages, and no more", () => {
  requireShortBatch(Array(100));
  expect(() => requireShortBatch(Array(101))).toThrow(refused);
});
