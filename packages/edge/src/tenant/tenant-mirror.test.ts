import type { SyncEvent, TenantState } from "@portcullis/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentFacts, tenantState } from "../testing/local-control-plane.js";
import { TenantMirror } from "./tenant-mirror.js";

const ids = ["a", "b", "c", "__proto__", "constructor"];
const id = fc.constantFrom(...ids);
type Changes = { agents: [string, string | null][]; revoked: [string, boolean][]; engaged: boolean | undefined };
const changes: fc.Arbitrary<Changes> = fc.record({
  agents: fc.array(fc.tuple(id, fc.option(fc.string()))),
  revoked: fc.array(fc.tuple(id, fc.boolean())),
  engaged: fc.option(fc.boolean(), { nil: undefined }),
});

const map = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> => {
  const result: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) result[key] = value;
  return result;
};

function toEvent({ agents, revoked, engaged }: Changes, state_version: number): SyncEvent {
  return {
    event: "change",
    data: {
      state_version,
      agents: map(agents.map(([key, name]) => [key, name === null ? null : agentFacts({ name })])),
      revoked: map(revoked.map(([key, isRevoked]) => [key, isRevoked ? "2099-01-01T00:00:00.000Z" : null])),
      ...(engaged === undefined ? {} : { kill_switch: { engaged, engaged_at: null, engaged_by: null, reason: null } }),
    },
  };
}

const clock = { now: () => Date.now(), monotonic: () => 0 };

describe("the tenant mirror", () => {
  it("holds after any changes what one snapshot of their merge would hold", () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 12 }), (steps) => {
        const mirror = new TenantMirror(clock, () => {});
        mirror.apply({ event: "snapshot", data: tenantState({ agents: {} }) });
        const agents = new Map<string, string>();
        const revoked = new Set<string>();
        let engaged = false;
        steps.forEach((step, index) => {
          mirror.apply(toEvent(step, index + 2));
          for (const [key, name] of step.agents) name === null ? agents.delete(key) : agents.set(key, name);
          for (const [key, isRevoked] of step.revoked) isRevoked ? revoked.add(key) : revoked.delete(key);
          engaged = step.engaged ?? engaged;
        });
        for (const key of ids) {
          expect(mirror.agent(key)?.name).toBe(agents.get(key));
          expect(mirror.isRevoked(key)).toBe(revoked.has(key));
        }
        expect(mirror.killSwitch.engaged).toBe(engaged);
        expect(mirror.stateVersion).toBe(steps.length + 1);
        mirror.close();
      }),
    );
  });

  it("leaves settings that a change does not name as they are, and replaces those that it names whole", () => {
    const mirror = new TenantMirror(clock, () => {});
    const redaction = { kinds: { email: "mask" } };
    mirror.apply({ event: "snapshot", data: tenantState({ redaction }) });
    const limits: TenantState["limits"] = { requests_per_second: 1, burst: 2, exhausted: [] };
    mirror.apply({ event: "change", data: { state_version: 2, limits, policy: undefined } });
    expect(mirror.settings).toMatchObject({ limits, redaction, policy: { revision: "p1" }, state_version: 2 });
    mirror.apply({ event: "change", data: { state_version: 3, redaction: { kinds: {} } } });
    expect(mirror.settings?.redaction).toEqual({ kinds: {} });
    mirror.close();
  });

  it("ignores a change that is older than what it has, and takes a snapshot whatever its version", () => {
    const mirror = new TenantMirror(clock, () => {});
    mirror.apply({ event: "snapshot", data: tenantState({ state_version: 5 }) });
    mirror.apply({ event: "change", data: { state_version: 4, agents: { a: agentFacts() } } });
    expect(mirror.agent("a")).toBeUndefined();
    mirror.apply({ event: "snapshot", data: tenantState({ state_version: 3, agents: {} }) });
    expect(mirror.stateVersion).toBe(3);
    mirror.close();
  });
});
