// A control plane that is broken, taken over, or not the one that was meant: whatever it answers, no tool runs that it did not
// permit for that very call, and the edge works again as soon as the answers are right.

import type { ServerResponse } from "node:http";
import { PERMIT_LAPSES_AFTER_MS, permit } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createEdge } from "../edge.js";
import type { Edge } from "../ports.js";
import { EdgeServer } from "../testing/edge-server.js";
import { AGENT, functionTools, permitFor, TENANT } from "../testing/local-control-plane.js";
import { type SeenAnswer, seen } from "../testing/test-edges.js";
import { openTestUplink } from "../testing/test-uplink.js";
import type { HttpUplink } from "./http-uplink.js";

type Json = Record<string, unknown>;
const OTHER_TENANT = "9c1f5d5e-3a50-4d2b-8a5f-6f1f4a7b0c11";
const REQUEST_TIMEOUT_MS = 300;
const honest = new EdgeServer().tamper;

let server: EdgeServer;
let uplink: HttpUplink;
let edge: Edge;
let runs = 0;
let close: () => Promise<void>;

beforeAll(async () => {
  const opened = await openTestUplink({ requestTimeoutMs: REQUEST_TIMEOUT_MS });
  ({ server, uplink } = opened);
  const tools = functionTools({ echo: () => ({ run: ++runs }) });
  edge = createEdge({
    tenantId: TENANT,
    home: "sidecar",
    instance: opened.instance,
    uplink,
    records: opened.buffer,
    tools,
    decisionTimeoutMs: REQUEST_TIMEOUT_MS,
  });
  await edge.ready();
  close = async () => {
    await edge.close();
    await opened.close();
  };
});
afterAll(() => close());
afterEach(async () => {
  server.tamper = honest;
  // Its stream may have to be opened again.
  await vi.waitFor(async () => expect((await send()).status).toBe(200), 20_000);
});

const send = async (token = "agent-token"): Promise<SeenAnswer> => {
  runs = 0;
  const headers = {
    "content-type": "application/json",
    "x-tenant-id": TENANT,
    authorization: `Bearer ${token}`,
    "x-agent-id": AGENT,
  };
  return seen(await edge.execute({ body: Buffer.from('{"tool_name":"echo"}'), headers, address: "::1" }));
};
type Change = (data: Json, response: ServerResponse) => unknown;
/** Sends calls while `path` is answered otherwise, by one change after the other; they are refused and run nothing. */
async function expectRefused(path: string, ...changes: Change[]): Promise<void> {
  let turn = 0;
  server.tamper = (asked, data, response) =>
    asked === path ? changes[turn++ % changes.length]?.(data as Json, response) : data;
  for (const answer of await Promise.all(changes.map(() => send(`token-${newId()}`)))) {
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.body.success).toBe(false);
  }
  expect(runs).toBe(0);
}
const onPermit = (change: (permit: Json) => unknown) =>
  expectRefused("/edge/decide", (data) => ({ ...data, answers: (data.answers as Json[]).map(change) }));

describe("a permit", () => {
  it("of another call, of another request id or of another tenant runs nothing", async () => {
    await onPermit((each) => ({ ...each, audit_id: newId() }));
    const other = { request_id: newId() } as Parameters<typeof permitFor>[0];
    await onPermit(() => permitFor({ ...other, risk: 0 } as typeof other));
  });

  it.each(Object.keys(permit.shape))("without its %s runs nothing", (member) =>
    onPermit((each) => Object.fromEntries(Object.entries(each).filter(([name]) => name !== member))),
  );

  it("that would hold longer, or run longer, than any may runs nothing", async () => {
    await onPermit((each) => ({ ...each, lapses_after_ms: PERMIT_LAPSES_AFTER_MS + 1 }));
    await onPermit((each) => ({ ...each, tool_timeout_ms: 2 ** 31 }));
  });

  it("with any member replaced by any JSON runs nothing, unless it is a permit for this call all the same", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(permit.shape)), fc.jsonValue(), async (member, value) => {
        const isLikeOurs = permit.shape[member as keyof typeof permit.shape].safeParse(value).success;
        if (!isLikeOurs) await onPermit((each) => ({ ...each, [member]: value }));
      }),
      { numRuns: 30 },
    );
  });

  it("too many, too few or none for the calls that were asked about run nothing", async () => {
    for (const count of [0, 2]) {
      await expectRefused("/edge/decide", (data) => ({
        ...data,
        answers: Array.from({ length: count }, () => (data.answers as Json[])[0]),
      }));
    }
  });
});

describe("an answer", () => {
  const paths = ["/edge/admit", "/edge/decide"];

  it.each(paths)("of %s that is any JSON but the right one runs nothing", (path) =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), (value) => expectRefused(path, () => value ?? {})),
      { numRuns: 10 },
    ),
  );

  it.each(paths)("of %s that is no JSON, a redirect, or broken off runs nothing", async (path) => {
    const others: ((response: ServerResponse) => void)[] = [
      (response) => response.end("<html>"),
      (response) => response.end(),
      (response) => response.writeHead(307, { location: `${server.url}${path}` }).end(),
      (response) => response.writeHead(204).end(),
      (response) => response.writeHead(200, { "content-length": 100 }).write("{"),
      (response) => response.destroy(),
    ];
    await expectRefused(
      path,
      ...others.map(
        (other): Change =>
          (_, response) =>
            void other(response),
      ),
    );
  });

  it.each(paths)("of %s that never ends, fast or slowly, runs nothing and holds no connection", async (path) => {
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const ended: Promise<unknown>[] = [];
    const endless =
      (bytes: Buffer, everyMs: number): Change =>
      (_, response) => {
        const timer = setInterval(() => response.write(bytes), everyMs);
        ended.push(new Promise((resolve) => response.once("close", resolve)).then(() => clearInterval(timer)));
      };
    await expectRefused(path, endless(chunk, 0), endless(Buffer.from(" "), 50));
    await Promise.all(ended);
  });
});

it("facts of another token run nothing", async () => {
  await expectRefused("/edge/admit", (data) => ({ ...data, token_hash: "0".repeat(64) }));
});

it("a session of another tenant, or of another edge, is not taken", async () => {
  for (const change of [{ tenant_id: OTHER_TENANT }, { instance: newId() }]) {
    server.valid.clear();
    await expectRefused("/edge/session", (data) => ({ ...data, ...change }));
  }
});

it("a session that is none leaves the control plane away, as any answer that is none of its own", async () => {
  for (const session of [{}, { hello: 1 }, [], { session_token: 1 }, "a page"]) {
    server.valid.clear();
    server.tamper = (asked, data) => (asked === "/edge/session" ? session : data);
    const { status, body } = await send(`token-${newId()}`);
    expect([status, body.error]).toEqual([503, "control_plane_unreachable"]);
  }
  expect(runs).toBe(0);
});
