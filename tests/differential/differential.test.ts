// One edge, three homes: the same generated calls through control plane, sidecar and embedded edge, each on a fresh stack of
// its own, get the same answers and leave the same rows.

import { formatJson } from "@portcullis/core";
import { type AuditRow, eachDatabase, readChain, waitFor } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedCall, generateUnits } from "./generated-call.js";
import { type Answered, HOME_KINDS, type Home, startHome } from "./home.js";
import { normalAnswer, normalRows } from "./normal-form.js";

const SEED = Number(process.env.PORTCULLIS_DIFFERENTIAL_SEED ?? 20_260_102);
const CALLS = { sqlite: 200, postgres: 60 } as const;

interface Sent {
  readonly call: GeneratedCall;
  readonly requestId: string;
  /** By home, in the order of HOME_KINDS. */
  readonly answers: readonly Answered[];
}

eachDatabase("one edge at three homes", (database) => {
  const units = generateUnits(CALLS[database.kind], SEED);
  let homes: Home[] = [];
  const sent: Sent[] = [];
  beforeAll(async () => {
    const urls = [database.url, await database.createAnother(), await database.createAnother()];
    homes = await Promise.all(
      HOME_KINDS.map((kind, index) => startHome(kind, { kind: database.kind, url: urls[index] ?? "" })),
    );
    await sendAll();
  });
  afterAll(async () => {
    await Promise.all(homes.map((home) => home.stop()));
  });

  /** A call goes to all homes at once, so that they stand at the same place when the next one comes. */
  const sendAll = async () => {
    let number = 0;
    for (const unit of units) {
      let requestId = "";
      let keys: (string | null)[] = homes.map(() => null);
      for (const call of unit) {
        number += 1;
        if (call.reuseRequestId !== true) requestId = `call-${number}`;
        if (call.approveFirst === true) {
          await Promise.all(homes.map((home, index) => (keys[index] ? home.approve(keys[index]) : undefined)));
        }
        const answers = await Promise.all(homes.map((home, index) => home.send(call, requestId, keys[index] ?? null)));
        keys = answers.map((answer, index) => approvalKeyOf(answer) ?? keys[index] ?? null);
        sent.push({ call, requestId, answers });
      }
    }
  };

  test(`the same calls get the same answers: status, error, action, rule, findings, redactions, cost (seed ${SEED})`, () => {
    expect(sent.length).toBeGreaterThanOrEqual(CALLS[database.kind]);
    const differing: unknown[] = [];
    for (const { call, requestId, answers } of sent) {
      const [first, ...others] = answers.map((answer, index) => normalAnswer(answer, homes[index] as Home));
      for (const [index, other] of others.entries()) {
        if (formatJson(first) === formatJson(sortedLike(first, other))) continue;
        differing.push({ call, requestId, [HOME_KINDS[0]]: first, [HOME_KINDS[index + 1] ?? ""]: other });
      }
    }
    expect(differing).toEqual([]);
  });

  test(`the generated calls reach every kind of end (seed ${SEED})`, () => {
    const statuses = new Set(sent.map(({ answers }) => answers[0]?.status));
    for (const status of [200, 400, 401, 403, 404, 409, 422, 429, 502]) {
      if (database.kind === "sqlite") expect([...statuses], `status ${status}`).toContain(status);
    }
    expect([...statuses]).not.toContain(500);
    expect(new Set(sent.map(({ call }) => call.kind)).size).toBeGreaterThan(12);
  });

  test(`the same calls leave the same rows, but for ids, times, seq, hashes and instance (seed ${SEED})`, async () => {
    const requestIds = new Set(sent.map(({ requestId }) => requestId));
    await Promise.all(homes.map((home) => home.flush()));
    const read = async (home: Home) => {
      const rows: AuditRow[] = await readChain(home.stack);
      return normalRows(rows, home, requestIds);
    };
    const size = ({ byCall, refusals }: ReturnType<typeof normalRows>) =>
      Object.values(byCall).flat().length + Object.values(refusals).reduce((sum, count) => sum + count, 0);
    // Records of a sidecar, and refusals that share a row, arrive a moment later.
    let last = await Promise.all(homes.map(read));
    await waitFor(
      async () => {
        last = await Promise.all(homes.map(read));
        return new Set(last.map(size)).size === 1;
      },
      { what: "the rows of all homes to be as many", everyMs: 200 },
    ).catch(() => undefined);
    const [first, ...others] = last;
    for (const [index, other] of others.entries()) {
      expect(other, `${HOME_KINDS[index + 1]} beside ${HOME_KINDS[0]}`).toEqual(first);
    }
  });

  test("each home's chain is valid, and its money is at rest", async () => {
    for (const home of homes) {
      const { stack } = home;
      expect((await stack.call("audit.verify", { as: stack.tenant.users.AUDITOR })).data.valid, home.kind).toBe(true);
      await waitFor(
        async () => {
          const gaps = await stack.call("audit.billingGaps", { as: stack.tenant.users.AUDITOR });
          return gaps.data.audit_without_usage.length + gaps.data.usage_without_audit.length === 0;
        },
        { what: `billing of the ${home.kind} to have no gaps` },
      );
    }
  });
});

function approvalKeyOf({ body }: Answered): string | null {
  const data = (body as { data?: { approval_key?: unknown } | null }).data;
  return typeof data?.approval_key === "string" ? data.approval_key : null;
}

/** The same value with its members in the order of `model`, where it has them: order of members is no difference. */
function sortedLike(model: unknown, value: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(model)) return value.map((item, index) => sortedLike(model[index], item));
  if (typeof value !== "object" || value === null || typeof model !== "object" || model === null) return value;
  const from = value as Record<string, unknown>;
  const like = model as Record<string, unknown>;
  const names = [
    ...Object.keys(like).filter((name) => name in from),
    ...Object.keys(from).filter((name) => !(name in like)),
  ];
  return Object.fromEntries(names.map((name) => [name, sortedLike(like[name], from[name])]));
}
