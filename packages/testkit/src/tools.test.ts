import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRequest } from "./http-exchange.js";
import { startToolServer, type ToolServer } from "./tools.js";

describe("startToolServer", () => {
  let tools: ToolServer;
  beforeAll(async () => {
    tools = await startToolServer();
  });
  afterAll(() => tools.close());
  const call = (tool: string, requestId: string) =>
    sendRequest({ method: "POST", url: `${tools.url}/${tool}`, headers: { "x-request-id": requestId }, body: "{}" });

  it("counts runs by request id", async () => {
    await call("echo", "one");
    await call("echo", "two");
    await call("text", "two");
    expect(tools.runsOf("one")).toHaveLength(1);
    expect(tools.runsOf("two").map(({ tool }) => tool)).toEqual(["echo", "text"]);
  });

  it("holds a call until it is released", async () => {
    const answer = call("hold", "held");
    const run = await tools.entered("held");
    expect(run.isAborted()).toBe(false);
    tools.release();
    expect((await answer).json).toMatchObject({ held: true });
  });

  it("sees a caller that goes away", async () => {
    const caller = request(`${tools.url}/hang`, { method: "POST", headers: { "x-request-id": "gone" } });
    caller.on("error", () => undefined).end("{}");
    const run = await tools.entered("gone");
    expect(run.isAborted()).toBe(false);
    caller.destroy();
    await expect.poll(run.isAborted).toBe(true);
  });

  it("names its tools in a tools file, each once", () => {
    const names = tools.toolsFile.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["echo", "hang", "dead", "priced"]));
  });
});
