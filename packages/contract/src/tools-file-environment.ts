// `${NAME}` in a tools file, replaced once at start. A missing one stops the start: a tool with half a secret is no tool.

import { type ToolsFile, ToolsFileError } from "./tools-file.js";
import { requireCallable } from "./tools-file-callable.js";

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * The tools file with urls, headers, commands, arguments and environments expanded, ready to be called. Throws a
 * {@link ToolsFileError} where a variable is not set, or a URL or header is none that a request can have.
 */
export function expandEnvironment(toolsFile: ToolsFile, env: Readonly<Record<string, string | undefined>>): ToolsFile {
  const missing = new Set<string>();
  const text = (value: string): string =>
    value.replace(REFERENCE, (reference, name: string) => {
      const found = env[name];
      if (found === undefined) missing.add(name);
      return found ?? reference;
    });
  const record = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)]));
  const expanded: ToolsFile = {
    tools: toolsFile.tools.map((tool) => ({
      ...tool,
      url: text(tool.url),
      ...(tool.headers === undefined ? {} : { headers: record(tool.headers) }),
    })),
    mcp_servers: Object.fromEntries(
      Object.entries(toolsFile.mcp_servers).map(([name, server]) => [
        name,
        "command" in server
          ? {
              ...server,
              command: text(server.command),
              args: server.args.map(text),
              ...(server.env === undefined ? {} : { env: record(server.env) }),
            }
          : {
              ...server,
              url: text(server.url),
              ...(server.headers === undefined ? {} : { headers: record(server.headers) }),
            },
      ]),
    ),
  };
  if (missing.size > 0) {
    const names = [...missing].sort().join(", ");
    throw new ToolsFileError(
      `The tools file names environment variables that are not set: ${names}. Set them and start again.`,
    );
  }
  requireCallable(expanded);
  return expanded;
}
