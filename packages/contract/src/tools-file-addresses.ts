// Where the tools of a tools file are: judged once `${NAME}` is filled in, before anything is called. Addresses may hold
// secrets, so that errors name the tool and not its address.

import type { ToolsFile } from "./tools-file.js";

/** Tools and servers of a tools file whose URLs nothing can call. */
export class ToolAddressError extends Error {
  override readonly name = "ToolAddressError";
  constructor(places: readonly string[]) {
    const wrong = places.map(
      (place) => `\n  ${place}: must be an http or https URL, such as https://crm.internal/search`,
    );
    super(`The tools file is wrong:${wrong.join("")}`);
  }
}

/** Throws a {@link ToolAddressError} that names every tool and server without an absolute http or https URL. */
export function requireHttpUrls({ tools, mcp_servers }: ToolsFile): void {
  const places = [
    ...tools.flatMap(({ name, url }) => (isHttpUrl(url) ? [] : [`the url of the tool ${name}`])),
    ...Object.entries(mcp_servers).flatMap(([name, server]) =>
      "command" in server || isHttpUrl(server.url) ? [] : [`the url of the MCP server ${name}`],
    ),
  ];
  if (places.length > 0) throw new ToolAddressError(places);
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
