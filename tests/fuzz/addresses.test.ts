// Hostile paths, queries and headers on every operation: always an envelope, never a 500, never a hang, never a crash.

import { type OperationId, operationList } from "@portcullis/contract";
import {
  anyAddress,
  type Credentials,
  callPath,
  ERRORS_FOR_LOAD,
  eachDatabase,
  type ListedOperation,
  rightfulCaller,
  sampleBody,
  sendRequest,
  unknownParams,
  useStack,
} from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";

/** As they stand in a URL. */
const PATH_PARTS = [
  "%00",
  "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "%F0%9F%98%80",
  "%27%20OR%201%3D1",
  "x".repeat(2500),
  "__proto__",
  "%E0%A4%A",
  "a%2Fb",
];
const QUERIES = [
  "%00=1",
  "limit=%00",
  "cursor=%00",
  "limit=1&limit=2",
  "limit[]=1",
  "__proto__=1",
  "%E0%A4%A=1",
  "=",
  "&&&",
  `cursor=${"x".repeat(8000)}`,
];
const HEADERS: Record<string, string>[] = [
  { "x-tenant-id": "00000000-0000-0000-0000-000000000000" },
  { "x-agent-id": "ffffffff-ffff-ffff-ffff-ffffffffffff" },
  { authorization: `Bearer ${"a.".repeat(4000)}` },
  { authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30." },
  { traceparent: "00-00000000000000000000000000000000-0000000000000000-00" },
  { cookie: "acp_token=%00; acp_token" },
  { "content-type": "application/json; charset=utf-8; charset=utf-8" },
  { "x-forwarded-for": "not an address, 1.2.3.4" },
  { "if-none-match": "*", range: "bytes=0-", expect: "200-nothing" },
];

/** Streams do not end by themselves when they are well. */
const operations = operationList.filter(({ answer }) => answer !== "event-stream");
/** Their success would end the caller's token or stop the tenant's calls, which the rows after them need. */
const NOT_WITH_HEADERS: ReadonlySet<OperationId> = new Set(["auth.logout", "killSwitch.engage"]);

eachDatabase("hostile addresses", (database) => {
  const stack = useStack(database, { sidecars: 0, oneTenant: true });
  const callers = new Map<OperationId, Credentials>();
  beforeAll(async () => {
    for (const operation of operations) callers.set(operation.id, await rightfulCaller(stack(), operation));
  });
  const send = async (operation: ListedOperation, address: string, headers: Record<string, string> = {}) => {
    const body = sampleBody(operation.id);
    const answer = await callPath(stack().url, operation.method, address, {
      as: callers.get(operation.id) ?? { headers: {} },
      headers: { "x-forwarded-for": anyAddress(), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status < 500) return answer;
    const shown = `${operation.method} ${address.slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 300)}`;
    // No address brings them about; a call may meet them all the same.
    expect(ERRORS_FOR_LOAD, shown).toContain(answer.error);
    return answer;
  };
  const plainPath = ({ path }: ListedOperation) => {
    const params = { ...unknownParams(path), tenant_id: stack().otherTenant.id };
    return path.replace(/\{([a-z_]+)\}/g, (_, name: keyof typeof params) => encodeURIComponent(params[name] ?? ""));
  };

  describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
    test("answers hostile parts of its path and hostile queries without a 500", async () => {
      if (operation.path.includes("{")) {
        for (const part of PATH_PARTS) await send(operation, operation.path.replace(/\{[a-z_]+\}/g, part));
      }
      for (const query of QUERIES) {
        if (NOT_WITH_HEADERS.has(operation.id) && /^(=|&&&)$/.test(query)) continue;
        await send(operation, `${plainPath(operation)}?${query}`);
      }
    });
    test("answers hostile headers without a 500", async () => {
      for (const headers of NOT_WITH_HEADERS.has(operation.id) ? [] : HEADERS)
        await send(operation, plainPath(operation), headers);
      expect((await callPath(stack().url, "GET", "/health")).status).toBe(200);
    });
  });

  test("headers that are too large are refused, and the process goes on", async () => {
    const answer = await sendRequest({
      method: "GET",
      url: `${stack().url}/health`,
      headers: { "x-large": "x".repeat(40_000) },
    });
    expect([400, 431]).toContain(answer.status);
    expect((await callPath(stack().url, "GET", "/health")).status).toBe(200);
  });
});
