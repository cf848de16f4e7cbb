// The tools of the control plane's own /execute: those of the tools file, over HTTP and MCP.

import { readFile } from "node:fs/promises";
import { expandEnvironment, Refusal, toolsFile } from "@portcullis/contract";
import { combineTools, type ToolRunner } from "@portcullis/edge";
import { describeReadFault } from "@portcullis/edge/read-fault";
import { createHttpTools } from "@portcullis/edge/upstream-http";
import { createMcpTools } from "@portcullis/edge/upstream-mcp";

/** The tools file cannot be used; the message says why. */
export class ToolsFileError extends Error {
  override readonly name = "ToolsFileError";
}

/**
 * Opens the tools that the file names, with `${NAME}` taken from `env`; without a file, none. Throws a {@link ToolsFileError}
 * when the file cannot be read, does not have the shape of a tools file, or names a variable that the environment lacks.
 */
export async function openHomeTools(
  path: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ToolRunner> {
  if (path === undefined) return noTools;
  try {
    return await openTools(path, env);
  } catch (error) {
    throw new ToolsFileError(error instanceof Error ? error.message : String(error));
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Error(`The tools file ${path} cannot be read: ${describeReadFault(error)}.`);
  }
}

async function openTools(path: string, env: Readonly<Record<string, string | undefined>>): Promise<ToolRunner> {
  const parsed = toolsFile.safeParse(parseJson(path, await readText(path)));
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The tools file ${path} is wrong:\n  ${wrong.join("\n  ")}`);
  }
  const { tools, mcp_servers } = expandEnvironment(parsed.data, env);
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

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The tools file ${path} is not JSON: ${(error as Error).message}`);
  }
}
