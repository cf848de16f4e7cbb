import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArrivingBody, BodyRoom } from "./body-room.js";

const MAX_BYTES = 100;
const LARGEST_PIECE = 10;

interface Sender {
  readonly body: ArrivingBody;
  left: number;
  mayGoOn: boolean;
}

describe("room for bodies", () => {
  it("holds no more than fits, a piece of each and the oldest, whoever sends when; and all of them end", () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 20 });
    const turns = fc.infiniteStream(fc.tuple(fc.nat(), fc.integer({ min: 1, max: LARGEST_PIECE })));
    fc.assert(
      fc.property(lengths, turns, (bodies, order) => {
        const room = new BodyRoom(MAX_BYTES);
        const senders = bodies.map((left): Sender => {
          const goOn = () => {
            sender.mayGoOn = true;
          };
          const sender = { left, mayGoOn: true, body: room.enter(goOn) };
          return sender;
        });
        const heldAtMost = MAX_BYTES + bodies.length * LARGEST_PIECE + 80;
        let held = 0;
        const open = new Set(senders);
        for (const [who, piece] of order) {
          const ready = [...open].filter(({ mayGoOn }) => mayGoOn);
          if (open.size === 0) break;
          const sender = ready[who % ready.length];
          if (sender === undefined) throw new Error("Everyone waits.");
          const bytes = Math.min(piece, sender.left);
          sender.left -= bytes;
          held += bytes;
          expect(held).toBeLessThanOrEqual(heldAtMost);
          sender.mayGoOn = sender.body.add(bytes);
          if (sender.left > 0) continue;
          held -= bodies[senders.indexOf(sender)] ?? 0;
          open.delete(sender);
          sender.body.leave();
        }
      }),
    );
  });

  it("stops all but the oldest when it is full, and lets them go on when one leaves, in their order", () => {
    const room = new BodyRoom(MAX_BYTES);
    const toldOf: string[] = [];
    const [oldest, second, third] = ["oldest", "second", "third"].map((name) => room.enter(() => toldOf.push(name)));
    expect([oldest?.add(90), second?.add(20), third?.add(20), oldest?.add(50)]).toEqual([true, false, false, true]);
    oldest?.leave();
    expect(toldOf).toEqual(["second", "third"]);
    // What has left gives nothing back a second time.
    oldest?.leave();
    expect([second?.add(70), third?.add(1)]).toEqual([true, false]);
  });
});
