// The list of tools of an MCP server, as the server says it: all pages, within bounds of time and size.

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ResultSchema, ToolSchema } from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "@portcullis/contract";
import { foldToolName, formatJson, type JsonObject, revealIntegers } from "@portcullis/core";
import type { ServedDefinition } from "../ports.js";
import { servedDefinition } from "../tool-definitions.js";
import { withSignal } from "./with-signal.js";

/** A tool as its server describes it. */
export interface McpToolDescription {
  /** `{server}.{tool}` */
  readonly name: string;
  /** The server's own name of the tool. */
  readonly localName: string;
  /** For people. */
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  readonly annotations: Record<string, unknown>;
  /** All that the server says of it, under the tool's folded name. */
  readonly served: ServedDefinition;
}

/** How long a server may take to list its tools, and how much it may list: a list may have pages without end. */
const LIST_TIMEOUT_MS = 30_000;
const MAX_LISTED_TOOLS = 5000;
const MAX_LIST_PAGES = 200;

/** Every usable tool, asked for now. Refuses `upstream_unreachable` where the list is longer than anyone needs. */
export async function listTools(client: Client, serverName: string, maxBytes: number): Promise<McpToolDescription[]> {
  const tools = new Map<string, McpToolDescription>();
  const deadline = AbortSignal.timeout(LIST_TIMEOUT_MS);
  let cursor: string | undefined;
  let [listed, bytes, pages] = [0, 0, 0];
  do {
    // As a plain result: what the server says is hashed as it is, before the client's schema leaves any of it out.
    const request = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
    // The protocol's client would cancel a page that it has, once its signal is aborted.
    const answer = await withSignal([deadline], (signal) => client.request(request, ResultSchema, { signal })).catch(
      refuseTooLong,
    );
    const page = revealIntegers(answer as JsonObject) as JsonObject;
    const more: unknown[] = Array.isArray(page.tools) ? page.tools : [];
    listed += more.length;
    bytes += Buffer.byteLength(formatJson(page));
    pages += 1;
    if (listed > MAX_LISTED_TOOLS || pages > MAX_LIST_PAGES || bytes > maxBytes) throw tooLong();
    for (const tool of more) {
      const described = describeTool(serverName, tool);
      // What comes twice, as where the list changes while it is read in pages, is one tool: clients refuse a name that stands twice.
      if (described !== undefined) tools.set(described.served.hash, described);
    }
    cursor = typeof page.nextCursor === "string" ? page.nextCursor : undefined;
  } while (cursor !== undefined);
  return [...tools.values()];
}

/** No tool has run when a list is too large for the wire. */
function refuseTooLong(error: unknown): never {
  throw error instanceof Refusal && error.code === "response_too_large" ? tooLong() : error;
}

function tooLong(): Refusal {
  return new Refusal("upstream_unreachable", {
    detail: `The MCP server's list of tools is too long: over ${MAX_LISTED_TOOLS} tools, ${MAX_LIST_PAGES} pages, or an answer's size.`,
  });
}

/** What is no tool, or has a name that could pass for another one to a person, is not offered. */
function describeTool(serverName: string, raw: unknown): McpToolDescription | undefined {
  const parsed = ToolSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { name: localName, title, description = "", inputSchema, annotations } = parsed.data;
  const name = `${serverName}.${localName}`;
  try {
    const served = servedDefinition(foldToolName(name), raw as Record<string, unknown>);
    return { name, localName, title, description, inputSchema, annotations: { ...annotations }, served };
  } catch {
    return undefined;
  }
}
