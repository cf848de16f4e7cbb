import { Refusal } from "@portcullis/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { EdgeStreams, type StreamPlace } from "./edge-streams.js";

const LIMIT = 3;
const step = fc.record({
  tenant: fc.constantFrom("a", "b"),
  instance: fc.constantFrom("1", "2", "3", "4", "5"),
  isEntry: fc.boolean(),
});

it("has one stream of each instance and at most the limit of each tenant, whatever comes and goes, in whatever order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const streams = new EdgeStreams(LIMIT);
      const open = new Map<string, StreamPlace>();
      const ended: StreamPlace[] = [];
      for (const { tenant, instance, isEntry } of steps) {
        const key = `${tenant} ${instance}`;
        const before = open.get(key);
        if (!isEntry) {
          before?.leave();
          // A stream that was replaced closes late, and must not take its successor's place away.
          for (const each of ended) each.leave();
          open.delete(key);
          continue;
        }
        const isFull = [...open.keys()].filter((each) => each.startsWith(tenant)).length >= LIMIT;
        if (before === undefined && isFull) {
          expect(() => streams.enter(tenant, instance)).toThrow(Refusal);
          continue;
        }
        open.set(key, streams.enter(tenant, instance));
        if (before === undefined) continue;
        expect(before.replaced.aborted).toBe(true);
        ended.push(before);
      }
      for (const place of open.values()) expect(place.replaced.aborted).toBe(false);
    }),
  );
});

it("says how many a tenant may have, and when to ask again", () => {
  const streams = new EdgeStreams(1);
  streams.enter("a", "1");
  expect(() => streams.enter("a", "2")).toThrow(
    expect.objectContaining({ code: "too_many_streams", details: { data: { limit: 1 }, retryAfterS: 5 } }),
  );
});
