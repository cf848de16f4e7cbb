// Upstream tools behind MCP servers, reached over stdio or streamable HTTP.

export type { McpToolDescription } from "./list-tools.js";
export { createMcpTools, type McpTools, type McpToolsOptions } from "./mcp-tools.js";
export { describeUnreachable } from "./unreachable.js";
