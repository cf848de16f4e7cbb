// A sidecar that is told to stop while MCP clients wait for a call, or read its large result: the one hears that it was stopped, the
// other reads to the end.

import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { auditRowOf, type TestAgent, waitFor } from "@portcullis/testkit";
import { beforeAll, expect, test } from "vitest";
import { basic, useMcpStack } from "./mcp-stack.js";

/** Longer than a busy machine takes to read the result. */
const mcp = useMcpStack({ PORTCULLIS_STOP_GRACE_MS: "40000" });
const STREAM = "text/event-stream";
let agent: TestAgent;
beforeAll(async () => {
  agent = await mcp().stack.tenant.createAgent({ grants: ["peer.hold", "peer.large"] });
});

/** Sends a call; gives the head of its answer, whose body nobody has read. */
async function send(name: string, accept: string): Promise<IncomingMessage> {
  const sent = request(`${mcp().stack.sidecarUrl}/mcp/peer`, {
    method: "POST",
    agent: false,
    headers: { authorization: basic(agent), accept, "content-type": "application/json", connection: "keep-alive" },
  });
  sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

/** The result in an answer of either form that was read to its end. */
async function resultIn(answer: IncomingMessage) {
  const whole = await text(answer);
  const json = answer.headers["content-type"]?.startsWith(STREAM) ? (/^data: (.*)$/m.exec(whole)?.[1] ?? "") : whole;
  return (JSON.parse(json) as { readonly result: { readonly content: readonly { readonly text: string }[] } }).result;
}

function sidecar() {
  const [found] = mcp().stack.sidecars;
  if (found === undefined) throw new Error("There is no sidecar.");
  return found;
}

const IN_ORDER = { code: 0, signal: null };

test.each(["application/json", STREAM])("a large result of type %s is read to its end", async (accept) => {
  const callOnce = async () => {
    const before = mcp().peer.calls.length;
    const first = await send("large", accept);
    await once(first, "readable");
    // One that was refused because the machine is busy ran nowhere.
    return mcp().peer.calls.length > before && first;
  };
  const answer = await waitFor(callOnce, { what: "a call to be decided in time" });
  const ended = sidecar().kill("SIGTERM");
  // The port is closed, so that the stop has begun.
  const isRefused = () =>
    fetch(`${mcp().stack.sidecarUrl}/health`).then(
      () => false,
      () => true,
    );
  await waitFor(isRefused, { what: "the sidecar to take no more connections" });
  const { content } = await resultIn(answer);
  expect(content[0]?.text).toHaveLength(12 * 1024 * 1024);
  expect(await ended).toEqual(IN_ORDER);
  await sidecar().start();
});

test("a stream whose tool runs ends in order, with the refusal as its result", async () => {
  const callOnce = async () => {
    const before = mcp().peer.calls.length;
    const first = await send("hold", STREAM);
    const refused = once(first, "readable").then(() => undefined);
    const entered = await Promise.race([mcp().peer.entered("hold", before), refused]);
    return entered && { answer: first, requestId: String(entered.meta["portcullis/request_id"]) };
  };
  const { answer, requestId } = await waitFor(callOnce, { what: "a held call to be decided in time" });
  expect(await sidecar().kill("SIGTERM")).toEqual(IN_ORDER);
  expect(await resultIn(answer)).toMatchObject({
    isError: true,
    structuredContent: { error: "control_plane_unreachable" },
  });
  await sidecar().start();
  expect(await auditRowOf(mcp().stack, requestId)).toMatchObject({ decision: "allow", outcome: "aborted" });
});
