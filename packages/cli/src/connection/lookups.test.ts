// What people have at hand stands for ids on the command line, and what they know for ids in answers.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { auditIdOf } from "@portcullis/core";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

type Answers = Readonly<Record<string, (body: Record<string, unknown>) => object>>;

/** Runs a command against a service with these answers by path, others being 403, and gives the paths that were asked for. */
async function runWith(answers: Answers, args: readonly string[]) {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url as string).split("?", 1)[0] as string;
    asked.push(path);
    let sent = "";
    request.on("data", (chunk: Buffer) => {
      sent += chunk.toString("utf8");
    });
    request.on("end", () => {
      const data = answers[path]?.(sent === "" ? {} : (JSON.parse(sent) as Record<string, unknown>));
      const refused = { success: false, data: null, error: "insufficient_role", meta: { code: "insufficient_role" } };
      response
        .writeHead(data ? 200 : 403, { "content-type": "application/json" })
        .end(JSON.stringify(data ? { success: true, data, error: null, meta: null } : refused));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const result = await cli.run([...args, "--url", url, "--token", "t", "--tenant", SOME_ID]);
  server.closeAllConnections();
  server.close();
  return { ...result, asked };
}

const page = (items: readonly object[]) => ({ items, next_cursor: null });

describe.each([
  ["receipt get", ["receipt", "get"], (id: string) => `/receipts/${id}`],
  ["audit receipt", ["audit", "receipt"], (id: string) => `/audit/logs/${id}/receipt`],
  ["audit explain", ["audit", "explain"], (id: string) => `/audit/logs/${id}/explain`],
])("%s", (_, command, pathOf) => {
  const AUDIT_ID = auditIdOf(SOME_ID, "request-7");
  const OTHER_ID = "6f1f1f0e-8f0e-4a53-9d9d-222222222222";
  const row = { id: AUDIT_ID, tenant_id: SOME_ID, action: "execute" };
  const other = { id: OTHER_ID, tenant_id: SOME_ID, action: "outcome_settled" };
  const found = { [pathOf(AUDIT_ID)]: () => ({ signature_valid: true }) };
  const run = (given: string, rows: readonly object[]) => {
    const searched: unknown[] = [];
    const search = (body: object) => {
      searched.push(body);
      return page(rows);
    };
    const answers = { ...found, "/audit/logs/search": search };
    return runWith(answers, [...command, given, "--json"]).then((result) => ({ ...result, searched }));
  };

  it("takes a row's number in audit tail", async () => {
    const { code, asked, searched } = await run("41", [row]);
    expect([code, asked.at(-1)]).toEqual([0, pathOf(AUDIT_ID)]);
    expect(searched).toEqual([{ seq: 41, limit: 20 }]);
  });

  it("takes a request id, and of the request's rows means the call's own", async () => {
    const { code, asked, searched } = await run("request-7", [other, row]);
    expect([code, asked.at(-1)]).toEqual([0, pathOf(AUDIT_ID)]);
    expect(searched).toEqual([{ request_id: "request-7", limit: 20 }]);
  });

  it("takes an audit id, also of a row that is on its way", async () => {
    expect(await run(AUDIT_ID, [])).toMatchObject({ code: 0 });
  });

  it("says where ids are when there is no such row, and asks for no receipt", async () => {
    const { code, err, asked } = await run("request-8", []);
    expect(code).toBe(1);
    expect(JSON.parse(err)).toMatchObject({ error: expect.stringContaining("request-8") });
    expect(JSON.parse(err).hint).toContain("portcullis audit tail");
    expect(asked).toEqual(["/audit/logs/search"]);
  });

  it("asks which one is meant where an operator's request has several rows", async () => {
    const { code, err } = await run("request-9", [row, other]);
    expect(code).toBe(2);
    expect(JSON.parse(err).hint).toContain(`${AUDIT_ID} (execute), ${OTHER_ID} (outcome_settled)`);
  });

  it("refuses what can be no such id, with what can", async () => {
    const { code, err, asked } = await run("two words", []);
    expect([code, asked]).toEqual([2, []]);
    expect(JSON.parse(err).hint).toContain("request id");
  });
});

describe("users in answers", () => {
  const state = { engaged: true, engaged_at: "2026-01-31T09:30:00.000Z", engaged_by: SOME_ID, reason: "r" };
  const kill = { [`/decision/kill-switch/${SOME_ID}`]: () => state };
  const approvals = {
    "/auto-response/pending": () => page([{ key: "k", status: "used", agent_id: "a", decided_by: SOME_ID }]),
  };
  const keys = { "/api-keys": () => page([{ id: "k", created_by: SOME_ID }]) };
  const grants = {
    [`/agents/${SOME_ID.replace("1", "2")}/permissions`]: () => page([{ id: "g", created_by: `user:${SOME_ID}` }]),
  };
  const users = { "/users": () => page([{ id: SOME_ID, email: "ada@example.com" }]) };

  it.each([
    ["kill status", kill, ["kill", "status"]],
    ["kill-switch get", kill, ["kill-switch", "get"]],
    ["api-keys list", keys, ["api-keys", "list"]],
    ["agents list-permissions", grants, ["agents", "list-permissions", SOME_ID.replace("1", "2")]],
    ["auto-response list-pending", approvals, ["auto-response", "list-pending", "--status", "used"]],
  ])("are e-mail addresses for people and ids for programs: %s", async (_, answers, args) => {
    const { out } = await runWith({ ...answers, ...users }, args);
    expect(out).toContain("ada@example.com");
    expect(out).not.toContain(SOME_ID);
    const programs = await runWith({ ...answers, ...users }, [...args, "--json"]);
    expect(programs.out).toContain(SOME_ID);
    expect(programs.asked).not.toContain("/users");
  });

  it("stay ids where the caller may not list users, or they are not of this tenant", async () => {
    for (const answers of [kill, { ...kill, "/users": () => page([]) }]) {
      const { code, out } = await runWith(answers, ["kill", "status"]);
      expect(code).toBe(0);
      expect(out).toContain(SOME_ID);
    }
  });

  it("are not asked for where an answer names none", async () => {
    const none = {
      "/auto-response/pending": () => page([{ key: "k", status: "pending", agent_id: "a", decided_by: null }]),
    };
    for (const [answers, wanted] of [
      [none, 0],
      [approvals, 1],
    ] as const) {
      const { asked } = await runWith({ ...answers, ...users }, ["auto-response", "list-pending"]);
      expect(asked.filter((path) => path === "/users")).toHaveLength(wanted);
    }
  });
});
