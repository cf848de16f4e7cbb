// Hostile bodies on every operation that takes one: always an envelope of moderate size, never a 500, never a hang, never a crash.

import { type OperationId, operationList } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import {
  type Answer,
  anyAddress,
  type Credentials,
  callPath,
  ERRORS_FOR_LOAD,
  eachDatabase,
  execute,
  fillPath,
  HOMES,
  HOSTILE_BODIES,
  HOSTILE_VALUES,
  type HomeName,
  type ListedOperation,
  rightfulCaller,
  type Stack,
  sampleBody,
  unknownParams,
  useStack,
} from "@portcullis/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const withBody = operationList.filter(({ body }) => body !== undefined);
/** 5xx that say what happened and were asked for: the edge's own refusals. */
const EXPECTED_SERVER_ERRORS = new Set([
  "upstream_error",
  "upstream_unreachable",
  "response_withheld",
  ...ERRORS_FOR_LOAD,
]);
/** A hundred entries that each shorten what was sent; a refusal never answers megabytes with megabytes. */
const MAX_REFUSAL_LENGTH = 250_000;

interface Door {
  readonly home: HomeName;
  readonly operation: ListedOperation;
}
const doors: Door[] = withBody.map((operation) => ({ home: "control plane", operation }));
for (const operation of withBody) if (operation.tag === "execution") doors.push({ home: "sidecar", operation });
const rows = doors.map((door) => [door.home, door.operation.id, door] as const);

eachDatabase("hostile bodies", (database) => {
  const stack = useStack(database, { oneTenant: true });
  const callers = new Map<OperationId, Credentials>();
  let processIds: number[] = [];
  beforeAll(async () => {
    processIds = processesOf(stack()).map(({ pid }) => pid);
    for (const operation of withBody) callers.set(operation.id, await rightfulCaller(stack(), operation));
  });
  afterAll(async () => {
    expect(processesOf(stack()).every((one) => one.isRunning())).toBe(true);
    expect(processesOf(stack()).map(({ pid }) => pid)).toEqual(processIds);
    for (const home of HOMES) expect((await callPath(stack().urlOf(home), "GET", "/health")).status).toBe(200);
  });

  const send = async ({ home, operation }: Door, raw: string | Uint8Array, contentType?: string): Promise<Answer> => {
    const params = { ...unknownParams(operation.path), tool_name: "echo" };
    return callPath(stack().urlOf(home), operation.method, fillPath(operation.path, params), {
      as: callers.get(operation.id) ?? { headers: {} },
      raw,
      headers: {
        "x-forwarded-for": anyAddress(),
        ...(contentType === undefined ? {} : { "content-type": contentType }),
      },
    });
  };

  describe.each(rows)("%s: %s", (_home, _id, door) => {
    test("answers every hostile body with an envelope and no 500", async () => {
      for (const { name, make, contentType } of HOSTILE_BODIES) {
        const answer = await send(door, make(), contentType);
        requireOrderlyAnswer(name, answer);
      }
    });

    test("answers a hostile value in the place of each member with an envelope and no 500", async () => {
      const sample = sampleBody(door.operation.id) as Record<string, unknown>;
      for (const member of Object.keys(sample)) {
        for (const value of HOSTILE_VALUES) {
          const answer = await send(door, formatJson({ ...sample, [member]: value }));
          requireOrderlyAnswer(`${member}: ${formatJson(value).slice(0, 60)}`, answer);
        }
      }
    });
  });

  test.each(HOMES.map((home) => [home] as const))(
    "%s: any JSON value as a payload is answered in order",
    async (home) => {
      const operation = operationList.find(({ id }) => id === "execution.execute");
      if (operation === undefined) throw new Error("no execute");
      const payloads = fc.dictionary(
        fc.string({ unit: "binary" }),
        fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }),
        { maxKeys: 8 },
      );
      await fc.assert(
        fc.asyncProperty(payloads, async (payload) => {
          const answer = await send({ home, operation }, JSON.stringify({ tool_name: "echo", payload }));
          requireOrderlyAnswer(JSON.stringify(payload).slice(0, 200), answer);
        }),
        { numRuns: 60 },
      );
    },
  );

  test("after all of them a plain call still runs at both homes", async () => {
    const { tenant } = stack();
    // A hostile reason is a reason: some of them engage the switch.
    const off = { as: tenant.users.ADMIN, params: { tenant_id: tenant.id }, body: { reason: "the fuzz is over" } };
    await stack().call("killSwitch.disengage", off);
    for (const home of HOMES) {
      const answer = await execute(stack(), home, "echo", { payload: { text: "still here" } });
      expect(answer.status, answer.text).toBe(200);
    }
  });
});

function processesOf(stack: Stack) {
  return [...stack.controlPlanes, ...stack.sidecars];
}

function requireOrderlyAnswer(what: string, answer: Answer): void {
  const shown = `${what} → ${answer.status} ${answer.text.slice(0, 500)}`;
  if (answer.status >= 500) expect(EXPECTED_SERVER_ERRORS, shown).toContain(answer.error);
  if (answer.status === 204) return;
  if (answer.status >= 400) expect(answer.text.length, shown).toBeLessThan(MAX_REFUSAL_LENGTH);
  expect(answer.body, shown).toMatchObject({ success: expect.any(Boolean) });
  for (const member of ["data", "error", "meta"]) expect(answer.body, shown).toHaveProperty(member);
  expect(answer.headers["x-request-id"], shown).toBeTruthy();
  expect(answer.headers["content-type"], shown).toMatch(/^application\/json/);
}
