import { getEventListeners } from "node:events";
import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { signalOf } from "./answer-signal.js";

describe("the signal of an answer", () => {
  const answers: ServerResponse[] = [];
  const server = createServer((_request, answer) => answers.push(answer));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => server.close().closeAllConnections());

  async function nextAnswer(): Promise<ServerResponse> {
    const request = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
    // Those without an answer end with the server.
    request.on("response", (response) => response.resume()).on("error", () => {});
    await vi.waitFor(() => expect(answers).not.toHaveLength(0), 20_000);
    return answers.pop() as ServerResponse;
  }

  it("aborts when the answer has ended, and leaves nothing at the one that ends them all", async () => {
    const closing = new AbortController();
    const answer = await nextAnswer();
    const signal = signalOf(answer, closing.signal);
    expect([signal.aborted, getEventListeners(closing.signal, "abort").length]).toEqual([false, 1]);
    answer.end();
    await vi.waitFor(() => expect(signal.aborted).toBe(true), 20_000);
    expect(getEventListeners(closing.signal, "abort")).toEqual([]);
  });

  it("aborts with the one that ends them all, also where that was before", async () => {
    const closing = new AbortController();
    const [before, own] = [await nextAnswer(), await nextAnswer()];
    const signals = [signalOf(before, closing.signal), signalOf(own, undefined)];
    closing.abort();
    signals.push(signalOf(await nextAnswer(), closing.signal));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, true]);
  });
});
