// A tool's run as its caller would see the answer. Not exported.

import { CallStop } from "../calls/call-stop.js";
import { type ReadAnswer, readAnswer } from "../inspection/answer-value.js";
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
