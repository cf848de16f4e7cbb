// The tools of the control plane's own /execute: those of the tools file, over HTTP and MCP.

import { expandEnvironment, Refusal, ToolsFileError } from "@portcullis/contract";
import { combineTools, type ToolRunner } from "@portcullis/edge";
import { readToolsFile } from "@portcullis/edge/tools-file";
import { createHttpTools } from "@portcullis/edge/upstream-http";
import { createMcpTools } from "@portcullis/edge/upstream-mcp";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the tools that the file names, with `${NAME}` taken from `env`; without a file, none. Throws a {@link ToolsFileError}
 * when the file cannot be read, does not have the shape of a tools file, or names a tool that cannot be called.
 */
export function openHomeTools(path: string | undefined, env: Environment): ToolRunner {
  if (path === undefined) return noTools;
  try {
    return openTools(path, env);
  } catch (error) {
    throw new ToolsFileError(error instanceof Error ? error.message : String(error));
  }
}

function openTools(path: string, env: Environment): ToolRunner {
  const { tools, mcp_servers } = expandEnvironment(readToolsFile(path), env);
  // Whoever writes the file runs the deployment, so it may name loopback and private networks.
  const runners: ToolRunner[] = [createHttpTools(tools, { allowPrivate: true })];
  if (Object.keys(mcp_servers).length > 0) runners.push(createMcpTools(mcp_servers));
  return combineTools(...runners);
}

const noTools: ToolRunner = {
  has: () => false,
  run: () => Promise.reject(new Refusal("tool_not_found")),
  close: async () => {},
};
