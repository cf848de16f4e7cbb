// A deployment on SQLite for one suite, with edges embedded in the test, each in a folder of its own.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PortcullisError } from "@portcullis/sdk";
import { type EmbeddedOptions, type EmbeddedPortcullis, openEmbeddedPortcullis } from "@portcullis/sdk/embedded";
import {
  ERRORS_FOR_LOAD,
  makeTempFolder,
  type TempFolder,
  type TestAgent,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll } from "vitest";

/** Its `execute`, which makes a call again for as long as it is refused because the machine is busy: it ran nowhere. */
export function decidedBy(portcullis: EmbeddedPortcullis): EmbeddedPortcullis["execute"] {
  const unlessForLoad = (error: unknown): undefined => {
    if (!(error instanceof PortcullisError) || !ERRORS_FOR_LOAD.has(error.code)) throw error;
  };
  return (...call) =>
    waitFor(() => portcullis.execute(...call).catch(unlessForLoad), { what: "a call to be decided in time" });
}

export function useEmbedded() {
  const stack = useStack(useDatabase("sqlite"), { oneTenant: true, sidecars: 0, toolNames: ["echo", "emails"] });
  const tenant = () => stack().tenant;
  let folder: TempFolder;
  let apiKey: string;
  let agent: TestAgent;
  beforeAll(async () => {
    folder = await makeTempFolder("embedded");
    apiKey = (await tenant().createApiKey(["edge"])).key;
    const tools = ["same", "double", "contacts", "fail", "hold", "slow", "freeze", "echo", "emails"];
    await stack().call("registry.createTool", {
      as: tenant().users.ADMIN,
      body: { tool_name: "slow", timeout_ms: 200 },
    });
    agent = await tenant().createAgent({ grants: tools });
  });
  afterAll(() => folder.remove());

  const settings = (more: { folder?: string; controlPlaneUrl?: string } = {}) => ({
    controlPlaneUrl: stack().url,
    apiKey,
    folder: join(folder.path, randomUUID()),
    agent: { id: agent.id, secret: agent.secret },
    ...more,
  });
  const opened: EmbeddedPortcullis[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  async function open(more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPortcullis> {
    const one = await openEmbeddedPortcullis({ ...settings(), ...more } as EmbeddedOptions);
    opened.push(one);
    return { ...one, execute: decidedBy(one) };
  }
  const rowOf = (auditId: string) =>
    waitFor(
      async () => {
        const found = await stack().call("audit.search", {
          as: tenant().users.ADMIN,
          body: { agent_id: agent.id, limit: 200 },
        });
        return found.data.items.find(({ id }) => id === auditId);
      },
      { what: `the row ${auditId}` },
    );

  return { stack, tenant, folder: () => folder, agent: () => agent, settings, open, rowOf };
}
