// MCP servers that die, come back, were never there, or look around: what a caller sees, and what the server sees of us.

import { execFileSync } from "node:child_process";
import { auditRowOf, execute, HOMES, type HomeName, type TestAgent, waitFor } from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { connectMcp, type McpConnection, textOf, useMcpStack } from "./mcp-stack.js";

const mcp = useMcpStack();
let agent: TestAgent;
beforeAll(async () => {
  agent = await mcp().stack.tenant.createAgent({
    grants: [
      "everything.get-sum",
      "everything.get-env",
      "peer.echo",
      "peer.hold",
      "dead.tool",
      "gone.tool",
      "none.tool",
    ],
  });
});
const connect = (server: string): Promise<McpConnection> => connectMcp(mcp(), server, agent);
const processOf = (home: HomeName) => {
  const [found] = home === "sidecar" ? mcp().stack.sidecars : mcp().stack.controlPlanes;
  if (found === undefined) throw new Error(`This stack has no ${home}.`);
  return found;
};

/** Process ids of the children of a home whose command line holds the text. */
function childrenOf(home: HomeName, text: string): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((row) => Number(row?.[2]) === processOf(home).pid && row?.[3]?.includes(text))
    .map((row) => Number(row?.[1]));
}

/** Whether the system still has the process, be it as one that has ended. */
function isListed(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("the line that says that a sidecar is ready counts each server's tools, and says why one was not reached", () => {
  const line = processOf("sidecar")
    .output()
    .split("\n")
    .find((text) => text.startsWith('{"event":"ready"'));
  const some = expect.toSatisfy((count) => Number.isInteger(count) && count > 0, "the number of its tools");
  expect(JSON.parse(line ?? "")).toEqual({
    event: "ready",
    url: processOf("sidecar").url,
    tenant_id: mcp().stack.tenant.id,
    mcp_servers: [
      ...["files", "everything", "memory", "digits", "peer"].map((name) => ({ name, tools: some })),
      ...["dead", "gone"].map((name) => ({ name, tools: 0, unreached: expect.any(String) })),
    ],
  });
});

describe("a stdio server", () => {
  test.each(HOMES)("that was killed is started anew by the next call at the %s, once", async (home) => {
    const sum = () => execute(mcp().stack, home, "everything.get-sum", { as: agent, payload: { a: 1, b: 2 } });
    const first = await sum();
    expect(first.status, first.text).toBe(200);
    const [pid, ...others] = childrenOf(home, "server-everything");
    expect(others).toEqual([]);
    process.kill(pid as number, "SIGKILL");
    // Gone from the system's list: until then it may still take a message that it never reads.
    await waitFor(() => !isListed(pid as number), { what: "the server to be gone" });
    // All at once: one new server serves them all.
    const answers = await Promise.all([sum(), sum(), sum()]);
    expect(answers.map(({ status, text }) => [status, text.includes("sum of 1 and 2 is 3") || text])).toEqual(
      Array(3).fill([200, true]),
    );
    expect(childrenOf(home, "server-everything")).toHaveLength(1);
    expect(childrenOf(home, "server-everything")).not.toEqual([pid]);
  });

  test("sees an environment with what its configuration names, and nothing of ours", async () => {
    const { call } = await connect("everything");
    const result = await call("get-env");
    expect(result.isError ?? false, textOf(result)).toBe(false);
    const environment = JSON.parse(textOf(result)) as Record<string, string>;
    expect(environment).toMatchObject({ ONLY_THIS: "is given", FROM_OURS: expect.any(String) });
    const inherited = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
    const given = ["ONLY_THIS", "FROM_OURS"];
    expect(Object.keys(environment).filter((name) => !inherited.includes(name) && !given.includes(name))).toEqual([]);
  });
});

describe("an HTTP server", () => {
  test("that was started anew, and knows no session of before, gets the next call", async () => {
    const { call, toolNames } = await connect("peer");
    expect((await call("echo")).isError ?? false).toBe(false);
    await mcp().peer.stop();
    await mcp().peer.start();
    expect((await call("echo")).isError ?? false).toBe(false);
    await mcp().peer.stop();
    await mcp().peer.start();
    expect(await toolNames()).toContain("echo");
  });

  test("that is stopped is upstream_unreachable, unbilled, until it is back", async () => {
    const { call } = await connect("peer");
    await mcp().peer.stop();
    const refused = await call("echo");
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: "upstream_unreachable", audit_id: expect.any(String) },
    });
    await mcp().peer.start();
    expect((await call("echo")).isError ?? false).toBe(false);
  });

  test("that dies while its tool runs is upstream_error at once, a call that may have run", async () => {
    const { call } = await connect("peer");
    const before = mcp().peer.calls.length;
    const running = call("hold");
    await mcp().peer.entered("hold", before);
    await mcp().peer.stop();
    const failed = await running;
    expect(failed).toMatchObject({
      isError: true,
      structuredContent: { error: "upstream_error", audit_id: expect.any(String) },
    });
    const row = await auditRowOf(mcp().stack, String(failed.structuredContent?.request_id));
    expect(row.outcome).toBe("failed");
    expect(JSON.parse(row.content)).toMatchObject({ billable: true, edge_statement: { tool_status: null } });
    await mcp().peer.start();
    expect((await call("echo")).isError ?? false).toBe(false);
  });
});

describe("a server that is not there", () => {
  test.each(["dead", "gone"])(
    "is upstream_unreachable, and does not keep the others from being served: %s",
    async (server) => {
      const { client, call } = await connect(server);
      expect(await call("tool")).toMatchObject({
        isError: true,
        structuredContent: { error: "upstream_unreachable", audit_id: expect.any(String) },
      });
      await expect(client.listTools()).rejects.toThrow(/upstream_unreachable\. The MCP server could not be reached\./);
      const sum = await (await connect("everything")).call("get-sum", { a: 1, b: 2 });
      expect(textOf(sum)).toContain("sum of 1 and 2 is 3");
    },
  );

  test.each(HOMES)(
    "is 502 upstream_unreachable over POST /execute at the %s; a server of no name is 404",
    async (home) => {
      const dead = await execute(mcp().stack, home, "dead.tool", { as: agent });
      expect(dead).toMatchObject({ status: 502, error: "upstream_unreachable" });
      const none = await execute(mcp().stack, home, "none.tool", { as: agent });
      expect(none).toMatchObject({ status: 404, error: "tool_not_found" });
    },
  );
});
