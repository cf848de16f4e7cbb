import type { DecideCall } from "@portcullis/contract";
import { newId, sha256Hex } from "@portcullis/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ApprovableCall, type ApprovalRow, isUsableApproval, pendingApproval } from "./approvals.js";

const NOW_MS = 1_800_000_000_000;
const MINUTES = 15;
const TENANT = newId();
const CALL = {
  agent_id: newId(),
  tool_name: "pay",
  payload_hash: sha256Hex("payload"),
  target_tenant_id: newId(),
} as DecideCall;
const approved: ApprovalRow = {
  ...pendingApproval(TENANT, askedOf(CALL), {
    reason: "large",
    auditId: newId(),
    nowMs: NOW_MS,
    minutes: MINUTES,
  }),
  status: "approved",
};
const isUsable = (row: ApprovalRow, call: DecideCall, revision = "r1", nowMs = NOW_MS) =>
  isUsableApproval(row, askedOf(call, revision), nowMs);

function askedOf(call: DecideCall, policyRevision = "r1", declaredNano: bigint | null = null): ApprovableCall {
  return { call, policyRevision, declaredNano };
}

it("is of use for exactly its call until its time is over, and not in the millisecond after", () => {
  const endsMs = NOW_MS + MINUTES * 60_000;
  fc.assert(
    fc.property(fc.integer({ min: NOW_MS, max: endsMs + 1_000_000 }), (nowMs) => {
      expect(isUsable(approved, CALL, "r1", nowMs)).toBe(nowMs < endsMs);
    }),
    { examples: [[endsMs - 1], [endsMs], [endsMs + 1]] },
  );
});

it("is of no use for another agent, tool, payload, target tenant or policy revision", () => {
  const change = fc.oneof(
    fc.record({ agent_id: fc.uuid() }),
    fc.record({ tool_name: fc.string({ minLength: 1 }) }),
    fc.record({ payload_hash: fc.string().map(sha256Hex) }),
    fc.record({ target_tenant_id: fc.option(fc.uuid(), { nil: undefined }) }),
  );
  fc.assert(
    fc.property(change, (changes) => {
      const call = { ...CALL, ...changes } as DecideCall;
      fc.pre(Object.entries(changes).some(([name, value]) => CALL[name as keyof DecideCall] !== value));
      expect(isUsable(approved, call)).toBe(false);
    }),
  );
  const revisions = fc.property(fc.string(), (revision) => {
    expect(isUsable(approved, CALL, revision)).toBe(revision === "r1");
  });
  fc.assert(revisions);
});

it("covers at most the cost that was declared when it was asked for, and an undeclared one only where none was", () => {
  const cost = fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }));
  fc.assert(
    fc.property(cost, cost, (shown, declared) => {
      const row = { ...approved, declared_cost_nano: shown };
      const covers = shown === null || declared === null ? shown === declared : declared <= shown;
      expect(isUsableApproval(row, askedOf(CALL, "r1", declared), NOW_MS)).toBe(covers);
    }),
    {
      examples: [
        [null, null],
        [0n, null],
        [null, 0n],
        [5n, 5n],
        [5n, 6n],
      ],
    },
  );
});

it("is of no use by a tool and payload whose names run into each other", () => {
  const call = {
    ...CALL,
    tool_name: `pay\n${CALL.payload_hash.slice(0, 10)}`,
    payload_hash: CALL.payload_hash.slice(10),
  };
  expect(isUsable(approved, call)).toBe(false);
});

it.each(["pending", "rejected", "used"] as const)("is of no use while it is %s", (status) => {
  expect(isUsable({ ...approved, status }, CALL)).toBe(false);
});
