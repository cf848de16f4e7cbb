// What of a tools file can never be called, or not be told from another: judged once `${NAME}` is filled in, before anything is.
// Addresses and values of headers may hold secrets, so that errors name the tool and not what stands there.

import { type ToolsFile, ToolsFileError } from "./tools-file.js";

interface Place {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Throws a {@link ToolsFileError} that names every tool and server whose URL or headers no request can have, or whose name is taken. */
export function requireCallable({ tools, mcp_servers }: ToolsFile): void {
  const faults = [
    ...tools.flatMap((tool) => faultsOf(`the tool ${tool.name}`, tool)),
    ...tools.flatMap((tool) => takenName(tool.name, mcp_servers)),
    ...Object.entries(mcp_servers).flatMap(([name, server]) =>
      "command" in server
        ? []
        : [...faultsOf(`the MCP server ${name}`, server), ...takenHeaders(`the MCP server ${name}`, server)],
    ),
  ];
  if (faults.length > 0)
    throw new ToolsFileError(`The tools file is wrong:${faults.map((fault) => `\n  ${fault}`).join("")}`);
}

/**
 * A server's tools are named after it, and nobody knows them yet: a call could mean either. Compared as calls compare names, of which
 * this is all that can lead to the plain letters of a server's: core, which folds them, is not known here.
 */
function takenName(name: string, servers: ToolsFile["mcp_servers"]): string[] {
  const [server = "", ...rest] = name.normalize("NFKC").trim().toUpperCase().toLowerCase().split(".");
  const isTaken = rest.length > 0 && Object.hasOwn(servers, server);
  return isTaken ? [`the tool ${name}: names that begin with ${server}. are those of the MCP server ${server}`] : [];
}

function faultsOf(owner: string, { url, headers = {} }: Place): string[] {
  const fault = urlFault(url);
  return [
    ...(fault === undefined ? [] : [`the url of ${owner}: ${fault}`]),
    ...Object.entries(headers)
      .filter((header) => !isHeader(header))
      .map(([name]) => `the header ${name} of ${owner}: no request can carry it; look for line breaks in it`),
  ];
}

/** What the protocol over HTTP, or the connection, says with each request: another value would be taken for theirs. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  "mcp-session-id",
  "mcp-protocol-version",
  "last-event-id",
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function takenHeaders(owner: string, { headers = {} }: Place): string[] {
  return Object.keys(headers)
    .filter((name) => OF_THE_CONNECTION.has(name.toLowerCase()))
    .map((name) => `the header ${name} of ${owner}: it is set for each request; leave it out`);
}

function urlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return "must be an http or https URL, such as https://crm.internal/search";
  }
  return url.username + url.password === "" ? undefined : "has credentials; put them into `headers`";
}

function isHeader(header: [name: string, value: string]): boolean {
  try {
    new Headers([header]);
    return true;
  } catch {
    return false;
  }
}
