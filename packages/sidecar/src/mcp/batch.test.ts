// What a batch may hold, so that it is answered whatever is in it.
import fc from "fast-check";
import { expect, it } from "vitest";
import { answerableMessage } from "./batch.js";

const call = (id: number | string) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "read" } });
const cancel = (requestId: number | string) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

it("keeps every call of a batch, each once and in order, whatever it cancels", () => {
  const ids = fc.uniqueArray(fc.oneof(fc.nat(9), fc.constantFrom("1", "2", "x")), { maxLength: 6 });
  fc.assert(
    fc.property(ids, fc.array(fc.nat(9), { maxLength: 4 }), fc.nat(6), (calls, cancelled, at) => {
      const batch = calls.map(call) as unknown[];
      batch.splice(at, 0, ...cancelled.map(cancel));
      expect(answerableMessage(batch)).toEqual(calls.map(call));
    }),
  );
});

it("refuses two calls with one id, and takes the number and the string for two", () => {
  expect(() => answerableMessage([call(1), cancel(1), call(1)])).toThrow(
    expect.objectContaining({ code: "malformed_body" }),
  );
  expect(answerableMessage([call(1), call("1")])).toHaveLength(2);
});

it("takes a hundred messages, and refuses more", () => {
  const batch = Array.from({ length: 100 }, (_, id) => call(id));
  expect(answerableMessage(batch)).toEqual(batch);
  expect(() => answerableMessage([...batch, call(100)])).toThrow(expect.objectContaining({ code: "malformed_body" }));
});

it("leaves single messages, answers and what is no message to the protocol", () => {
  for (const message of [call(1), cancel(1), null, 5, [[call(1)], null, 5, { jsonrpc: "2.0", id: 1, result: {} }]]) {
    expect(answerableMessage(message)).toEqual(message);
  }
});
