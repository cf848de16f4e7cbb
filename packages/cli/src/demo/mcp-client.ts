// The demo's MCP client: the public SDK's, as any agent would use it, with the agent's id and secret as fixed headers.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { VERSION } from "@portcullis/edge/version";

export interface McpAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

export interface McpClient {
  listTools(): Promise<string[]>;
  callTool(name: string, args: Record<string, unknown>): Promise<McpAnswer>;
  close(): Promise<void>;
}

export async function connectMcp(url: string, agentId: string, secret: string): Promise<McpClient> {
  const authorization = `Basic ${Buffer.from(`${agentId}:${secret}`).toString("base64")}`;
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } });
  const client = new Client({ name: "portcullis-demo", version: VERSION });
  await client.connect(transport as Transport);
  return {
    async listTools() {
      const { tools } = await client.listTools();
      return tools.map((tool) => tool.name);
    },
    async callTool(name, args) {
      const result = await client.callTool({ name, arguments: args });
      const content = result.content as readonly { readonly type: string; readonly text?: string }[];
      return {
        isError: result.isError === true,
        text: content.map((part) => part.text ?? `(${part.type})`).join("\n"),
        structured: (result.structuredContent ?? {}) as Record<string, unknown>,
      };
    },
    close: () => client.close(),
  };
}
