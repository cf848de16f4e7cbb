// A tool's run as its caller would see the answer. Not exported.

import { type ReadAnswer, readAnswer } from "../answer-value.js";
import { CallStop } from "../call-stop.js";
import type { ToolAnswer, ToolRequest, ToolRunner } from "../ports.js";

export type RunAnswer = Omit<ToolAnswer, "content"> & ReadAnswer;

export async function runTool(
  tools: Pick<ToolRunner, "run">,
  request: ToolRequest,
  stop = new CallStop(),
): Promise<RunAnswer> {
  const { content, ...told } = await tools.run(request, stop);
  return { ...told, ...readAnswer(content) };
}
