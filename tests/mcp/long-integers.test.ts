// Integers that no double holds, and an MCP server's own errors, between an MCP client and a server: as texts, since clients of
// most languages read such numbers exactly.

import { execute, HOMES, sendRequest, type TestAgent, waitFor } from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { basic, tellsOfLoad, useMcpStack } from "./mcp-stack.js";

const mcp = useMcpStack();
const BIG = "12345678901234567890";
let agent: TestAgent;
beforeAll(async () => {
  agent = await mcp().stack.tenant.createAgent({ grants: ["digits.echo", "digits.refuse"] });
});

/** One message to `/mcp/digits`; gives the text of the answer that comes in time. */
const ask = (method: string, params: string): Promise<string> =>
  waitFor(() => askOnce(method, params), { what: `${method} to be answered in time` });

async function askOnce(method: string, params: string): Promise<string | undefined> {
  const { status, text } = await sendRequest({
    method: "POST",
    url: `${mcp().stack.sidecarUrl}/mcp/digits`,
    headers: {
      authorization: basic(agent),
      accept: "application/json",
      "content-type": "application/json",
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
  });
  if (tellsOfLoad(text)) return undefined;
  expect(status, text).toBe(200);
  return text;
}

test("a call's arguments reach the server, and its result the client, with the digits that were written", async () => {
  const text = await ask("tools/call", `{"name":"echo","arguments":{"account":${BIG},"list":[-${BIG},1.5]}}`);
  expect(text).toContain(`"structuredContent":{"account":${BIG},"list":[-${BIG},1.5]}`);
  expect(text).toContain(JSON.stringify(`{"account":${BIG},"list":[-${BIG},1.5]}`));
});

test("a personal number of any length is redacted in a result", async () => {
  const text = await ask("tools/call", '{"name":"echo","arguments":{"card_number":6212345678901232001}}');
  expect(text).toContain('"structuredContent":{"card_number":0}');
});

test.each([
  ["id", `{"jsonrpc":"2.0","id":${BIG},"method":"tools/list"}`],
  ["progress token", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":${BIG}}}}`],
  ["cursor", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":${BIG}}}`],
  ["name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${BIG}}}`],
  ["unknown method", `{"jsonrpc":"2.0","id":1,"method":"other","params":{"n":${BIG}}}`],
  ["error", `{"jsonrpc":"2.0","id":1,"error":{"code":${BIG},"message":"no"}}`],
  ["message", BIG],
])("a client that sends one as %s is answered, and so is the next one", async (_, body) => {
  const headers = { authorization: basic(agent), accept: "application/json" };
  const sent = { method: "POST", url: `${mcp().stack.sidecarUrl}/mcp/digits` };
  await sendRequest({ ...sent, headers: { ...headers, "content-type": "application/json" }, body });
  expect(await ask("tools/list", "{}")).toContain('"echo"');
});

test("a tool is described with the digits that its server wrote", async () => {
  expect(await ask("tools/list", "{}")).toContain('"maximum":18446744073709551615');
});

test("a number that programs do not hold is refused with its place", async () => {
  const { status, text } = await sendRequest({
    method: "POST",
    url: `${mcp().stack.sidecarUrl}/mcp/digits`,
    headers: { authorization: basic(agent), "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"n":1e400}}}',
  });
  expect(status, text).toBe(400);
  expect(text).toContain("/params/arguments/n");
});

test("an error of the server reaches the client in its words, redacted", async () => {
  const text = await ask("tools/call", '{"name":"refuse","arguments":{}}');
  const { result } = JSON.parse(text) as { result: { isError: boolean; content: { text: string }[] } };
  expect(result.isError).toBe(true);
  expect(result.content[0]?.text).toContain("Ask [REDACTED:EMAIL]");
  expect(text).toContain(`"account":${BIG}`);
});

describe.each(HOMES.filter((home) => home === "sidecar"))("through POST /execute at the %s", (home) => {
  test("arguments, results and errors of an MCP tool are the same", async () => {
    const called = await execute(mcp().stack, home, "digits.echo", { as: agent, payload: { account: BigInt(BIG) } });
    expect(called.data.result).toMatchObject({ structuredContent: { account: BigInt(BIG) } });
    const refused = await execute(mcp().stack, home, "digits.refuse", { as: agent });
    expect(refused).toMatchObject({ status: 502, error: "upstream_error" });
    expect(refused.body.data).toMatchObject({
      tool_status: 500,
      result: { code: -32000, message: "Ask [REDACTED:EMAIL]", data: { account: BigInt(BIG) } },
    });
  });
});
