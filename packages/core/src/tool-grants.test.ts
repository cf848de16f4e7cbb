import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { actionsFor, type GrantAction, heldAction, holdsMore, type ToolGrant } from "./tool-grants.js";

const anyActions = fc
  .uniqueArray(fc.constantFrom<GrantAction>("ALLOW", "DENY", "ESCALATE"))
  .map((list) => new Set(list));
/** From what lets nothing through to what lets most. */
const RANK = { DENY: 0, null: 0, ESCALATE: 1, ALLOW: 2 } as const;
const rankOf = (action: GrantAction | null) => RANK[`${action}`];

describe("the actions of a tool", () => {
  it("are those of grants whose names fold to its name; a name that does not fold is nobody's", () => {
    const grants = [
      { tool_name: "PAY", action: "ALLOW" },
      { tool_name: "pay", action: "ESCALATE" },
      { tool_name: "p\u200bay", action: "DENY" },
      { tool_name: "other", action: "DENY" },
    ] as const;
    expect([...actionsFor(grants, "pay")]).toEqual(["ALLOW", "ESCALATE"]);
    expect([...actionsFor(grants, "none")]).toEqual([]);
  });
});

describe("what the registry holds of a token's actions", () => {
  it.each([
    [["ALLOW"], ["ALLOW"], "ALLOW"],
    [["ESCALATE"], ["ESCALATE"], "ESCALATE"],
    // Since the token was issued an operator has the tool asked for.
    [["ALLOW", "ESCALATE"], ["ALLOW"], "ESCALATE"],
    [["ALLOW"], ["ALLOW", "ESCALATE"], "ALLOW"],
    // Delegated by an agent that must ask.
    [["ALLOW"], ["ESCALATE"], "ESCALATE"],
    [["ESCALATE"], ["ALLOW"], null],
    [[], ["ALLOW"], null],
    [["ALLOW"], [], null],
    [["ALLOW", "DENY"], ["ALLOW"], "DENY"],
    [["ALLOW"], ["ALLOW", "DENY"], "DENY"],
  ] as const)("of %j and %j is %j", (held, carried, action) => {
    expect(heldAction(new Set<GrantAction>(held), new Set<GrantAction>(carried))).toBe(action);
  });

  it("lets through no more than the registry, and nothing that the token has not", () => {
    fc.assert(
      fc.property(anyActions, anyActions, (held, carried) => {
        const rank = rankOf(heldAction(held, carried));
        expect(rank).toBeLessThanOrEqual(rankOf(heldAction(held, held)));
        expect(rank).toBeLessThanOrEqual(Math.max(0, ...[...carried].map(rankOf)));
      }),
    );
  });
});

describe("two lists of grants", () => {
  const anyGrants = fc.array(
    fc.record({
      tool_name: fc.constantFrom("pay", "PAY", "read", "write"),
      action: fc.constantFrom<GrantAction>("ALLOW", "DENY", "ESCALATE"),
    }),
    { maxLength: 5 },
  );

  it("differ where one has an action for a tool that the other has not, however often that is asked, each way round", () => {
    const lacks = (grants: readonly ToolGrant[], others: readonly ToolGrant[]) =>
      grants.some(({ tool_name, action }) => !actionsFor(others, tool_name.toLowerCase()).has(action));
    fc.assert(
      fc.property(anyGrants, anyGrants, anyGrants, (held, carried, other) => {
        for (const [one, another] of [
          [held, carried],
          [carried, held],
          [held, other],
          [held, held],
          [held, carried],
        ] as const) {
          expect(holdsMore(one, another)).toBe(lacks(one, another));
        }
      }),
    );
  });

  it("are compared once: an agent with many tools costs its further requests nothing", () => {
    const grants = (): ToolGrant[] =>
      Array.from({ length: 1000 }, (_, tool) => ({ tool_name: `${tool}`, action: "ALLOW" }));
    const [held, carried] = [grants(), grants()];
    expect(holdsMore(held, carried)).toBe(false);
    const looks = vi.spyOn(Set.prototype, "has");
    expect(holdsMore(held, carried)).toBe(false);
    expect(looks).not.toHaveBeenCalled();
  });
});
