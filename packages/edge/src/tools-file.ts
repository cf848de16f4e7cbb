// Reads a tools file, the same for every program that takes one: a file that one of them refuses no other may take.

import { readFileSync } from "node:fs";
import { type ToolsFile, ToolsFileError, toolsFile, validationDetails } from "@portcullis/contract";
import { parseStrictJson } from "@portcullis/core";
import { describeReadFault } from "./read-fault.js";

/** Far more than a tools file needs. */
const MAX_DEPTH = 64;
const EXAMPLE =
  '{"tools":[{"name":"crm.search","url":"https://crm.internal/search"}],' +
  '"mcp_servers":{"files":{"command":"mcp-server-filesystem","args":["/srv/documents"]}}}';

/** What the file says, its `${NAME}` left as they stand. Throws a {@link ToolsFileError} that names each fault and its place. */
export function readToolsFile(path: string): ToolsFile {
  const json = parseFile(path, readText(path));
  const parsed = toolsFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const faults = validationDetails(toolsFile, parsed.error, "body", json).map(
    ({ loc: [, ...place], msg }) => `\n  ${place.join(".") || "(top)"}: ${msg}`,
  );
  throw new ToolsFileError(`The tools file ${path} is wrong:${faults.join("")}\n  It looks like this:\n  ${EXAMPLE}`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ToolsFileError(`The tools file ${path} cannot be read: ${describeReadFault(error)}.`);
  }
}

function parseFile(path: string, text: string): unknown {
  try {
    // First, since the engine's words say where a fault is.
    JSON.parse(text);
    return parseStrictJson(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    throw new ToolsFileError(`The tools file ${path} is not JSON: ${describeFault(error as Error)}`);
  }
}

/** Without what the engine's words quote of the file, which may be a secret. */
function describeFault({ name, message }: Error): string {
  return name === "SyntaxError" ? message.replace(/, (?:\.{3})?".*/s, "") : message;
}
