// Which tools dev governs: those of a tools file, or the two of the demonstration with a file that is made for them.

import { expandEnvironment, type ToolsFile, ToolsFileError } from "@portcullis/contract";
import { foldToolName, ToolNameError } from "@portcullis/core";
import { readToolsFile } from "@portcullis/edge/tools-file";
import { usageError } from "../exit-codes.js";

/** A tool as an MCP server describes it, and the sidecar tells. */
export interface McpToolDescription {
  readonly name: string;
  readonly localName: string;
  readonly description?: string;
  readonly inputSchema?: Record<string, unknown>;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

/** What the registry is told of a tool. */
export interface RegistryEntry {
  readonly tool_name: string;
  readonly description?: string;
  readonly input_schema: Record<string, unknown> | null;
  readonly price_usd: string | number | null;
  readonly max_cost_usd: string | number | null;
  readonly timeout_ms?: number;
  readonly retry_safe: boolean;
  readonly access: "reads" | "writes" | "invokes";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks a tools file, whose `${NAME}` are left as they stand. Throws a usage error that says what is wrong. */
export function readTools(path: string): ToolsFile {
  return sayingWhatIsWrong(() => {
    const file = readToolsFile(path);
    requireDistinctNames(file.tools.map(({ name }) => name));
    return file;
  });
}

/** The same of a file that is about to be used: `env` must have what its `${NAME}` will be taken from. */
export function readUsableTools(path: string, env: Environment): ToolsFile {
  const file = readTools(path);
  sayingWhatIsWrong(() => expandEnvironment(file, env));
  return file;
}

function sayingWhatIsWrong<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ToolsFileError ? usageError(error.message) : error;
  }
}

/** Entries of the HTTP tools. `access` tells the kind where the file cannot; a GET reads. */
export function entriesOfHttpTools(
  file: ToolsFile,
  access: Readonly<Record<string, RegistryEntry["access"]>>,
): RegistryEntry[] {
  return file.tools.map((tool) => ({
    tool_name: tool.name,
    input_schema: tool.input_schema ?? null,
    price_usd: tool.price_usd ?? null,
    max_cost_usd: tool.max_cost_usd ?? null,
    timeout_ms: tool.timeout_ms,
    retry_safe: tool.retry_safe,
    access: access[tool.name] ?? (tool.method === "GET" ? "reads" : "invokes"),
  }));
}

/** Entries of the tools of MCP servers; what a server says of reading and writing is taken, silence is `invokes`. */
export function entriesOfMcpTools(tools: readonly McpToolDescription[]): RegistryEntry[] {
  return tools.map((tool) => ({
    tool_name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    input_schema: tool.inputSchema ?? null,
    price_usd: null,
    max_cost_usd: null,
    retry_safe: false,
    access: accessOf(tool.annotations?.readOnlyHint),
  }));
}

/** Throws when two names are one and the same after folding, or when one is refused. */
export function requireDistinctNames(names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const folded = fold(name);
    const other = seen.get(folded);
    if (other !== undefined) {
      throw usageError(`The tools ${other} and ${name} have the same name after folding.`, "Rename one.");
    }
    seen.set(folded, name);
  }
}

function fold(name: string): string {
  try {
    return foldToolName(name);
  } catch (error) {
    if (!(error instanceof ToolNameError)) throw error;
    throw usageError(`The tool name ${JSON.stringify(name)} is refused: ${error.message}.`);
  }
}

function accessOf(readOnly: boolean | undefined): RegistryEntry["access"] {
  if (readOnly === undefined) return "invokes";
  return readOnly ? "reads" : "writes";
}
