// The agent's tools: an ordinary MCP client, pointed at the sidecar instead of at the server. Nothing else changes.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

export interface Connection {
  /** Sidecar, e.g. `http://127.0.0.1:8081`. */
  readonly sidecarUrl: string;
  /** Name of the MCP server in the sidecar's tools file. */
  readonly server: string;
  readonly agentId: string;
  readonly agentSecret: string;
}

/** What came back: text for the model, and why the call was refused where it was. */
export interface Observation {
  readonly tool: string;
  readonly text: string;
  readonly refusal: { readonly error: string; readonly rule: string | null } | null;
}

export interface GovernedTools {
  /** Names of the tools that this agent is granted. */
  list(): Promise<string[]>;
  call(tool: string, args: Record<string, unknown>): Promise<Observation>;
  close(): Promise<void>;
}

export async function connectGovernedTools(connection: Connection): Promise<GovernedTools> {
  const credentials = Buffer.from(`${connection.agentId}:${connection.agentSecret}`).toString("base64");
  const transport = new StreamableHTTPClientTransport(new URL(`${connection.sidecarUrl}/mcp/${connection.server}`), {
    requestInit: { headers: { authorization: `Basic ${credentials}` } },
  });
  const client = new Client({ name: "example-agent", version: "1.0.0" });
  // The class declares its callbacks as possibly undefined, the interface as absent or set.
  await client.connect(transport as Transport);
  return {
    async list() {
      const { tools } = await client.listTools();
      return tools.map((tool) => tool.name);
    },
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args });
      const blocks = result.content as { type: string; text?: string }[];
      const text = blocks.map((block) => block.text ?? `(${block.type})`).join("\n");
      const decision = result.structuredContent as { error?: string; rule_id?: string | null } | undefined;
      const refusal =
        result.isError === true && decision?.error ? { error: decision.error, rule: decision.rule_id ?? null } : null;
      return { tool, text, refusal };
    },
    close: () => client.close(),
  };
}
