import { getEventListeners } from "node:events";
import nock from "nock";
import { describe, expect, it, vi } from "vitest";
import { BASE, client, failure, useNock } from "./client-fixture.js";
import { PermissionError } from "./errors.js";

useNock();

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

  it("a refusal ends it", async () => {
    nock(BASE)
      .get("/events/stream")
      .reply(403, failure("insufficient_role", { code: "insufficient_role" }));
    const stream = client().events.stream()[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toBeInstanceOf(PermissionError);
  });
});
