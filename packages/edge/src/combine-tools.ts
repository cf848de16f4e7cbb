// Several tool runners as one: the first that knows a tool runs it.
import { Refusal } from "@portcullis/contract";
import type { ToolRunner } from "./ports.js";

/** A runner over others, in order of precedence; closing it closes them all. */
export function combineTools(...runners: readonly ToolRunner[]): ToolRunner {
  const find = (toolName: string) => runners.find((runner) => runner.has(toolName));
  return {
    has: (toolName) => find(toolName) !== undefined,
    describerOf: (toolName) => find(toolName)?.describerOf?.(toolName),
    run: (request, stop) => {
      const runner = find(request.toolName);
      return runner === undefined ? Promise.reject(new Refusal("tool_not_found")) : runner.run(request, stop);
    },
    close: async () => {
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}
