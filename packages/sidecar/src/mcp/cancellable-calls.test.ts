import { expect, it } from "vitest";
import { CancellableCalls } from "./cancellable-calls.js";

const client = { session: "s-1", agentId: "0B8F7C9A-4F0C-4C59-9A4F-5F2F6A1F0A02", server: "files" };

it("cancels what this client runs under the id, however its agent's id is written", () => {
  const calls = new CancellableCalls();
  const { signal } = calls.start(client, 1);
  calls.cancel({ ...client, agentId: client.agentId.toLowerCase() }, 1);
  expect(signal.aborted).toBe(true);
});

it("leaves calls of other sessions, agents, servers and ids alone, and those that have ended", () => {
  const calls = new CancellableCalls();
  const running = [
    calls.start({ ...client, session: "s-2" }, 1),
    calls.start({ ...client, agentId: "0b8f7c9a-4f0c-4c59-9a4f-5f2f6a1f0a03" }, 1),
    calls.start({ ...client, agentId: undefined }, 1),
    calls.start({ ...client, server: "memory" }, 1),
    calls.start(client, 2),
    calls.start(client, "1"),
  ];
  const ended = calls.start(client, 1);
  ended.end();
  calls.cancel(client, 1);
  expect([...running, ended].map(({ signal }) => signal.aborted)).toEqual(Array(7).fill(false));
});

it("knows two calls of one id apart where one has ended", () => {
  const calls = new CancellableCalls();
  const [first, second] = [calls.start(client, 1), calls.start(client, 1)];
  first.end();
  first.end();
  calls.cancel(client, 1);
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
});
