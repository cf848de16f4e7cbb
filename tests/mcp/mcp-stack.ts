// A stack whose tools are all behind MCP servers: public ones over stdio, the peer over HTTP, and two that are not there.

import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import {
  createDatabase,
  ERRORS_FOR_LOAD,
  makeTempFolder,
  type Stack,
  startStack,
  type TestAgent,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type McpPeer, startMcpPeer } from "./mcp-peer.js";

export interface McpStack {
  readonly stack: Stack;
  readonly peer: McpPeer;
  /** The folder that the server `files` works in; it holds `notes.txt`. */
  readonly folder: string;
}

const NOTES = "Call Jane on Monday. Her address is jane.doe@example.com.\n";

const DIGITS_SERVER = fileURLToPath(new URL("./digits-server.mjs", import.meta.url));
const require = createRequire(import.meta.url);
const publicServer = (name: string) => ({
  command: process.execPath,
  args: [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)],
});

/** Starts the stack before the suite's tests and stops it after them; with these settings of its sidecar, over its own. */
export function useMcpStack(sidecarEnv: Readonly<Record<string, string>> = {}): () => McpStack {
  let started: McpStack | undefined;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const temp = await makeTempFolder("mcp");
    closing.push(temp.remove);
    const folder = join(temp.path, "files");
    await mkdir(folder);
    await writeFile(join(folder, "notes.txt"), NOTES);
    const database = await createDatabase("sqlite");
    closing.push(database.drop);
    const peer = await startMcpPeer();
    closing.push(peer.stop);
    const files = publicServer("filesystem");
    const stack = await startStack({
      database: { kind: "sqlite", url: database.url },
      oneTenant: true,
      sidecarEnv,
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the tools file has its own `${NAME}`
      toolsFile: {
        tools: [],
        mcp_servers: {
          files: { ...files, args: [...files.args, folder] },
          everything: { ...publicServer("everything"), env: { ONLY_THIS: "is given", FROM_OURS: "${TOOL_KEY}" } },
          memory: { ...publicServer("memory"), env: { MEMORY_FILE_PATH: join(temp.path, "memory.json") } },
          digits: { command: process.execPath, args: [DIGITS_SERVER] },
          peer: { url: peer.url, headers: { "x-peer-key": "${TOOL_KEY}" } },
          dead: { command: process.execPath, args: [join(temp.path, "no-such-server.js")] },
          gone: { url: "http://127.0.0.1:9/mcp" },
        },
      },
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the tools file has its own `${NAME}`
    });
    closing.push(stack.stop);
    started = { stack, peer, folder };
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail" && started) console.error(started.stack.output().slice(-2000));
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return () => {
    if (started === undefined) throw new Error("The stack is there in hooks and tests only.");
    return started;
  };
}

export const basic = ({ id, secret }: Pick<TestAgent, "id" | "secret">) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

export interface McpConnection {
  readonly client: Client;
  /** A call whose result is read as one, made again for as long as the machine is too busy to decide it. */
  readonly call: (
    name: string,
    args?: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ) => Promise<CallToolResult & { readonly decision: Record<string, unknown> | undefined }>;
  readonly toolNames: () => Promise<string[]>;
}

/** Connects the SDK's own client to `/mcp/{server}` of the sidecar, as an agent's Basic credentials unless told otherwise. */
export async function connectMcp(
  { stack }: Pick<McpStack, "stack">,
  server: string,
  caller: TestAgent | Readonly<Record<string, string>>,
): Promise<McpConnection> {
  const headers = "secret" in caller && "id" in caller ? { authorization: basic(caller as TestAgent) } : caller;
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${stack.sidecarUrl}/mcp/${server}`), {
    requestInit: { headers: headers as Record<string, string> },
  });
  await client.connect(transport as Transport);
  return {
    client,
    async call(name, args = {}, meta) {
      const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
      const result = await untilDecided(() => client.callTool(params));
      const decision = result._meta?.["portcullis/decision"] as Record<string, unknown> | undefined;
      return { ...result, decision };
    },
    async toolNames() {
      const listInTime = () =>
        client.listTools().catch((error: unknown) => {
          if (!tellsOfLoad(String(error))) throw error;
          return undefined;
        });
      const { tools } = await waitFor(listInTime, { what: "the tools to be listed in time" });
      return tools.map(({ name }) => name);
    },
  };
}

/** The result of a call that is made again for as long as it is refused because the machine is busy: it ran nowhere. */
export function untilDecided(call: () => Promise<unknown>): Promise<CallToolResult> {
  const callInTime = async () => {
    const result = (await call()) as CallToolResult;
    return ERRORS_FOR_LOAD.has(result.structuredContent?.error) ? undefined : result;
  };
  return waitFor(callInTime, { what: "a call to be decided in time" });
}

/** Whether the text of an answer, or of an error, names an error that a busy machine brings about. */
export const tellsOfLoad = (text: string) => [...ERRORS_FOR_LOAD].some((error) => text.includes(String(error)));

/** The text of a result's first block. */
export function textOf(result: CallToolResult): string {
  const [block] = result.content;
  if (block?.type !== "text") throw new Error(`The result has no text: ${JSON.stringify(result)}`);
  return block.text;
}
