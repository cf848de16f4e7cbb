// The inputs that simulations replay, kept from a call that was judged.

import type { DecideCall } from "@portcullis/contract";
import { pathsFor } from "@portcullis/edge";
import { anyDecideCall } from "@portcullis/testkit";
import { describe, expect, it } from "vitest";
import { ASK, caller, factsOf, judge, LIMIT, OWN_CALL, readingsOf } from "../judging/judge-fixture.js";
import { keepInputs, replayInputs, requestAtPointers } from "./inputs.js";

const callOf = (changes: Partial<DecideCall> = {}) => anyDecideCall({ ...OWN_CALL, ...changes });

describe("kept inputs", () => {
  const facts = factsOf(LIMIT);
  const call = callOf({ arguments: { "/amount": 50 } });
  const verdict = judge(call, caller, facts, readingsOf({ reservationNano: 5n }));
  const kept = replayInputs(keepInputs(call, caller, facts, readingsOf({ reservationNano: 5n }), verdict) ?? "");

  it("come back as the question that was asked, with the verdict of then", () => {
    expect(kept).toMatchObject({ paths: ["/amount"] });
    expect(kept?.request).toMatchObject({ toolName: "pay", costNano: 5n, arguments: { "/amount": 50 } });
  });

  it("replay a draft that reads the same values", () => {
    const draft = factsOf(ASK).policy;
    const request = kept && requestAtPointers(kept, pathsFor(draft.argumentPaths, "pay"));
    expect(request && draft.evaluate(request)).toMatchObject({ decision: "escalate", ruleId: "ask" });
  });

  it("cannot replay a draft that reads a value which was not asked for", () => {
    const draft = factsOf(
      '@id("to") forbid (principal, action == Action::"pay", resource) when { context.args has to };',
    );
    expect(kept && requestAtPointers(kept, pathsFor(draft.policy.argumentPaths, "pay"))).toBeNull();
  });

  it("a value below one that was kept is taken from it", () => {
    const whole = kept && {
      ...kept,
      paths: [""],
      request: { ...kept.request, arguments: { "": { a: { "b/c": 1 } } } },
    };
    expect(whole && requestAtPointers(whole, ["/a/b~1c", "/x"])?.arguments).toEqual({ "/a/b~1c": 1 });
  });

  it("text of another shape replays nothing", () => {
    for (const text of ["", "null", "[]", '{"v":2}', "{"]) expect(replayInputs(text)).toBeNull();
  });
});
