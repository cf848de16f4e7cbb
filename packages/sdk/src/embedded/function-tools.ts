// Tools that are functions of this process.

import { foldToolName, formatJson, sha256Hex } from "@portcullis/core";
import { untilAborted } from "@portcullis/core/transport";
import { MAX_ANSWER_BYTES, Refusal, type ToolAnswer, type ToolRequest, type ToolRunner } from "@portcullis/edge";

/** What a function tool is told beside its payload. */
export interface FunctionToolContext {
  /** Aborted by the kill switch, a lost control plane or the tool's timeout. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly traceparent: string;
  readonly agentId: string;
  readonly idempotencyKey: string | undefined;
}

/** Gives a JSON value of at most 16 MiB; what it throws is answered as `upstream_error`. */
export type FunctionTool = (payload: Record<string, unknown>, context: FunctionToolContext) => unknown;

export function createFunctionTools(functions: Readonly<Record<string, FunctionTool>>): ToolRunner {
  const byName = new Map(Object.entries(functions).map(([name, tool]) => [foldToolName(name), tool]));
  return {
    has: (toolName) => byName.has(toolName),
    run: (request, { signal }) => runFunction(byName.get(request.toolName), request, signal),
    close: async () => undefined,
  };
}

async function runFunction(
  tool: FunctionTool | undefined,
  request: ToolRequest,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  if (!tool) throw new Refusal("tool_not_found");
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const ended = AbortSignal.any([signal, timeout]);
  const context = {
    signal: ended,
    requestId: request.requestId,
    traceparent: request.traceparent,
    agentId: request.agentId,
    idempotencyKey: request.idempotencyKey,
  };
  const outcome = Promise.resolve()
    .then(() => tool(request.payload, context))
    .then(answerOf, answerOfError);
  return untilAborted(outcome, ended).catch((error: unknown) => {
    throw error === timeout.reason ? new Refusal("upstream_timeout") : error;
  });
}

function answerOf(value: unknown): ToolAnswer {
  const text = textOf(value ?? null);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_ANSWER_BYTES) throw new Refusal("response_too_large");
  return { status: 200, content: { json: text }, bytes, hash: sha256Hex(text) };
}

/** The tool has run by now, so that what cannot be written is no fault that a repeat mends. */
function textOf(value: unknown): string {
  try {
    // A function or a symbol is no value to JSON, which then has no text.
    return formatJson(value) ?? "null";
  } catch (cause) {
    const detail = "The tool ran; what it gave is no JSON value, such as one that contains itself.";
    throw new Refusal("response_withheld", { detail }, { cause });
  }
}

function answerOfError(error: unknown): ToolAnswer {
  return { ...answerOf({ error: error instanceof Error ? error.message : String(error) }), status: 500 };
}
