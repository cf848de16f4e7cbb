// An MCP server over stdio whose tools are what a file says, read at each question; it tells its client when the file changes.
import { readFileSync, watch } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const file = process.argv[2];
const server = new Server({ name: "changing", version: "1" }, { capabilities: { tools: { listChanged: true } } });
server.setRequestHandler(ListToolsRequestSchema, () => JSON.parse(readFileSync(file, "utf8")));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: "text", text: `ran ${params.name}` }],
}));
await server.connect(new StdioServerTransport());
watch(file, () => server.sendToolListChanged());
