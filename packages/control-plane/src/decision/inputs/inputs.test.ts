// What is kept of a decided call's payload, put back at its places.

import { describe, expect, it } from "vitest";
import { requestFor } from "../policy/policy-fixture.js";
import { type ReplayableCall, replayedValues } from "./inputs.js";

const callWith = (values: Record<string, unknown>, paths = Object.keys(values)): ReplayableCall => ({
  request: requestFor("pay", { arguments: values }),
  paths,
});

describe("kept values", () => {
  it("stand where they stood, lists as lists", () => {
    const kept = replayedValues(callWith({ "/rows/1/name": "b", "/note": { text: "t" }, "/a~1b/c~0d": 1 }));
    const rows: unknown[] = [];
    rows[1] = { name: "b" };
    expect(kept?.payload).toEqual({ rows, note: { text: "t" }, "a/b": { "c~d": 1 } });
  });

  it("hold what is below them, and what was asked for and was not there", () => {
    const kept = replayedValues(callWith({ "/note": "x" }, ["/note", "/to"]));
    expect(["/note", "/note/text", "/to"].map((path) => kept?.holds(path))).toEqual([true, true, true]);
    expect(["/notes", "/other", ""].map((path) => kept?.holds(path))).toEqual([false, false, false]);
  });

  it("of the whole payload are the payload, and leave out what is inside of others", () => {
    expect(replayedValues(callWith({ "": { a: 1 }, "/a": 1 }))?.payload).toEqual({ a: 1 });
    const inner = { b: 1 };
    expect(replayedValues(callWith({ "/a": inner, "/a/b": 2 }))?.payload).toEqual({ a: { b: 1 } });
    expect(inner).toEqual({ b: 1 });
  });

  it("reach no prototype, and make no list of a huge index", () => {
    const kept = replayedValues(callWith({ "/__proto__/polluted": true, "/rows/9999999/a": 1 }));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(kept?.payload as object)).toEqual(["rows", "__proto__"]);
    expect(kept?.payload).toMatchObject({ rows: { 9999999: { a: 1 } } });
  });

  it("are none where nothing was kept", () => {
    expect(replayedValues(callWith({}, ["/note"]))).toBeUndefined();
  });
});
