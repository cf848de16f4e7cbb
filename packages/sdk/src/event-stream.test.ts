import { getEventListeners } from "node:events";
import nock from "nock";
import { describe, expect, it, vi } from "vitest";
import { BASE, client, failure, useNock } from "./client-fixture.js";
import { PermissionError } from "./errors.js";

useNock();

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("the event stream", () => {
  it("goes on after the last event when the connection is cut", async () => {
    const event = (id: number) => `id: ${id}\nevent: decision\ndata: {"audit_id":"a${id}"}\n\n`;
    nock(BASE)
      .get("/events/stream")
      .reply(200, event(1) + event(2), { "content-type": "text/event-stream" });
    nock(BASE)
      .get("/events/stream")
      .matchHeader("last-event-id", "2")
      .reply(200, event(3), { "content-type": "text/event-stream" });
    const ids: string[] = [];
    const stop = new AbortController();
    for await (const received of client().events.stream(undefined, { signal: stop.signal })) {
      ids.push(received.id);
      if (received.id === "3") stop.abort();
    }
    expect(ids).toEqual(["1", "2", "3"]);
  });

  it("is opened ever less often while it brings nothing, and leaves no listeners at the signal", async () => {
    vi.useFakeTimers();
    try {
      let opened = 0;
      const stop = new AbortController();
      const empty = client({
        fetch: async () => {
          opened += 1;
          return new Response("", { headers: { "content-type": "text/event-stream" } });
        },
      });
      const next = empty.events.stream(undefined, { signal: stop.signal })[Symbol.asyncIterator]().next();
      await vi.advanceTimersByTimeAsync(60_000);
      // After 0.2, 0.4, 0.8 … 6.4 seconds, and then every 10.
      expect(opened).toBe(11);
      expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
      stop.abort();
      expect(await next).toMatchObject({ done: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ["a last id that no header can hold", { lastEventId: "1\n2" }],
    ["a header that cannot be sent", { headers: { "x-note": "é→" } }],
    ["a header without a name", { headers: { "": "1" } }],
  ])("a mistake of the caller's ends it: %s", async (_, options) => {
    const stream = client({ fetch: () => Promise.reject(new Error("nothing is sent")) }).events.stream({}, options);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError);
  });

  it("is left while it waits for an event: its connection ends, and who waits is told that it is over", async () => {
    const { promise: opened, resolve: onOpen } = withResolvers();
    const { promise: ended, resolve: onEnd } = withResolvers();
    const quiet = client({
      // As fetch does, the body ends with the signal.
      fetch: async (_url: unknown, { signal }: RequestInit) => {
        const start = (controller: ReadableStreamDefaultController) =>
          signal?.addEventListener("abort", () => {
            controller.error(signal.reason);
            onEnd();
          });
        const body = new ReadableStream({ start, pull: onOpen }, { highWaterMark: 0 });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const caller = new AbortController();
    const stream = quiet.events.stream({}, { signal: caller.signal })[Symbol.asyncIterator]();
    const next = stream.next();
    await opened;
    expect(await stream.return?.(undefined)).toEqual({ value: undefined, done: true });
    expect(await next).toEqual({ value: undefined, done: true });
    await ended;
    expect(caller.signal.aborted).toBe(false);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });

  it("a refusal ends it", async () => {
    nock(BASE)
      .get("/events/stream")
      .reply(403, failure("insufficient_role", { code: "insufficient_role" }));
    const stream = client().events.stream()[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toBeInstanceOf(PermissionError);
  });
});
