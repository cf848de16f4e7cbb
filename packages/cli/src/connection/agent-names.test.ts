// `--agent` takes an agent's id or its name.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";

const OTHER_ID = "6f1f1f0e-8f0e-4a53-9d9d-222222222222";
const AGENTS = [
  { id: SOME_ID, name: "billing-bot" },
  { id: SOME_ID, name: "twin" },
  { id: OTHER_ID, name: "twin" },
];

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

/** Runs a command against a service with these agents, and gives the X-Agent-ID of each call of a tool. */
async function runWithAgents(
  args: readonly string[],
  options: { mayList?: boolean; env?: Record<string, string> } = {},
) {
  const called: unknown[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const isList = request.url?.startsWith("/agents") === true;
    if (!isList) called.push(request.headers["x-agent-id"]);
    const isRefused = isList && options.mayList === false;
    const data = isList
      ? { items: AGENTS, next_cursor: null }
      : { result: 1, action: "allow", findings: [], rule_id: null };
    const body = isRefused
      ? { success: false, data: null, error: "insufficient_role", meta: { code: "insufficient_role" } }
      : { success: true, data, error: null, meta: null };
    request.resume().on("end", () => {
      response.writeHead(isRefused ? 403 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { PORTCULLIS_TENANT_ID: SOME_ID, PORTCULLIS_TOKEN: "t", PORTCULLIS_URL: url, ...options.env };
  const result = await cli.run(args, { env });
  server.closeAllConnections();
  server.close();
  return { ...result, called };
}

describe.each([
  ["execute", ["execute", "crm.search", "{}"]],
  ["execution execute", ["execution", "execute", "--tool-name", "crm.search"]],
  ["execution execute-tool", ["execution", "execute-tool", "crm.search"]],
])("%s --agent", (_, command) => {
  it.each([
    ["an id", SOME_ID, SOME_ID],
    ["a name", "billing-bot", SOME_ID],
  ])("takes %s", async (_what, agent, id) => {
    const { code, called, err } = await runWithAgents([...command, "--agent", agent]);
    expect([code, err, called]).toEqual([0, "", [id]]);
  });

  it.each([
    ["nobody", {}, /No agent is called nobody\.\n.*agents list/],
    ["twin", {}, new RegExp(`2 agents are called twin\\.\\n.*${SOME_ID} or ${OTHER_ID}`)],
    ["billing-bot", { mayList: false }, /may not list agents.*\n.*Give the agent's id/],
  ])("%s with %j is a usage error, and nothing is called", async (agent, options, words) => {
    const { code, called, err } = await runWithAgents([...command, "--agent", agent], options);
    expect([code, called]).toEqual([2, []]);
    expect(err).toMatch(words);
  });

  it("is missed in words of a command line", async () => {
    const answer = {
      success: false,
      data: null,
      error: "X-Agent-ID header required",
      meta: { code: "agent_header_required" },
    };
    const { code, err } = await cli.runAgainst(400, answer, command);
    expect({ code, err }).toEqual({
      code: 2,
      err: "✗ The agent is missing.\n  Give --agent its id or name (PORTCULLIS_AGENT_ID).\n",
    });
  });

  it("takes the name from PORTCULLIS_AGENT_ID too, but not to sign in as the agent", async () => {
    const env = { PORTCULLIS_AGENT_ID: "billing-bot" };
    expect(await runWithAgents(command, { env })).toMatchObject({ code: 0, called: [SOME_ID] });
    const signingIn = { ...env, PORTCULLIS_TOKEN: "", PORTCULLIS_AGENT_SECRET: "secret" };
    const { code, err } = await runWithAgents(command, { env: signingIn });
    expect(code).toBe(2);
    expect(err).toMatch(/An agent signs in with its id/);
  });
});
