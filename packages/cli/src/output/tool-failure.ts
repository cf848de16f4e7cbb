// A call that was allowed and whose tool failed, in words: one cause, what the tool said, what to do. The whole answer is for
// --json.

import { formatJson } from "@portcullis/core";
import type { PortcullisError } from "@portcullis/sdk";
import { printable } from "./style.js";

export interface ToolFailure {
  readonly cause: string;
  /** Lines below it. */
  readonly lines: readonly string[];
}

interface FailedCall {
  readonly tool_status?: number | null;
  readonly result?: unknown;
  readonly cost_usd?: string;
  readonly audit_id?: string;
}

const MOST_SHOWN = 600;

/** Null for errors that are none of a tool's. */
export function describeToolFailure(error: PortcullisError): ToolFailure | null {
  const call = (error.data ?? {}) as FailedCall;
  const words = wordsOf(error.code, call);
  if (words === null) return null;
  const [cause, advice] = words;
  const said = error.code === "upstream_error" ? sayingOf(call.result) : "";
  const cost = call.cost_usd === undefined || Number(call.cost_usd) === 0 ? "" : ` It cost $${call.cost_usd}.`;
  const row = call.audit_id === undefined ? [] : [`  The call's row: portcullis audit explain ${call.audit_id}`];
  return {
    cause,
    lines: [...said.split("\n").flatMap((line) => (line === "" ? [] : [`    ${line}`])), `  ${advice}${cost}`, ...row],
  };
}

function wordsOf(code: string, { tool_status }: FailedCall): readonly [cause: string, advice: string] | null {
  switch (code) {
    case "upstream_error":
      return tool_status === null || tool_status === undefined
        ? [
            "The tool's connection broke after the call was sent.",
            "It may have run: look there before you repeat the call.",
          ]
        : [
            `The tool failed: it answered ${tool_status}.`,
            "Mend the payload or the tool, and call again; --json has its whole answer.",
          ];
    case "upstream_timeout":
      return ["The tool did not answer in time.", "It may have run: look there before you repeat the call."];
    case "upstream_unreachable":
      return [
        "The tool could not be reached; it did not run.",
        "Start it at its address in the tools file, and call again.",
      ];
    case "response_withheld":
      return [
        "The tool ran, and its answer is withheld: it could not be made safe to pass on.",
        "Do not repeat the call.",
      ];
    case "response_too_large":
      return ["The tool ran, and its answer is over 16 MiB.", "Ask it for less."];
    default:
      return null;
  }
}

/** What the tool said, as text where it is one in the forms that tools use; bounded. */
function sayingOf(result: unknown): string {
  const text = textOf(result);
  return printable(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text).trim();
}

function textOf(result: unknown): string {
  if (result === undefined || result === null) return "";
  if (typeof result !== "object") return String(result);
  const { message, detail, error, content } = result as Readonly<Record<string, unknown>>;
  if (Array.isArray(content)) {
    const texts = content.flatMap((block) => (hasText(block) ? [block.text] : []));
    if (texts.length > 0) return texts.join("\n");
  }
  for (const words of [message, detail, error]) if (typeof words === "string" && words !== "") return words;
  return formatJson(result);
}

function hasText(block: unknown): block is { readonly text: string } {
  return typeof block === "object" && block !== null && typeof (block as { text?: unknown }).text === "string";
}
