// What a governed call came to, as the protocol says it: a tool's result, also where the call was refused.

import {
  type CallToolResult,
  CallToolResultSchema,
  type ContentBlock,
  ContentBlockSchema,
  ErrorCode,
} from "@modelcontextprotocol/sdk/types.js";
import { type Envelope, envelopeOfRefusal, type Refusal } from "@portcullis/contract";
import { formatJson, hideBigints } from "@portcullis/core";
import type { ExecuteAnswer } from "@portcullis/edge";
import { hintForMcp } from "./meta-headers.js";

export function toolResult(answer: ExecuteAnswer): CallToolResult {
  return answer.status === 200 ? resultOfSuccess(answer) : resultOfRefusal(answer);
}

/** A refusal where the protocol has no result to put it in. Not an `McpError`, whose prefix each client puts before it once more. */
export function protocolError(refusal: Refusal): Error {
  const { error, meta } = envelopeOfRefusal(refusal);
  return Object.assign(new Error(`${error}.${hintOf(meta)}`), { code: ErrorCode.InternalError, data: meta });
}

interface ExecuteData {
  readonly result: unknown;
  readonly audit_id: string;
  readonly receipt_url: string;
  readonly redactions: unknown;
  readonly result_findings: unknown;
  readonly cost_usd: string;
}

/** What a tool said, or its answer as JSON. */
function resultOfSuccess(answer: ExecuteAnswer): CallToolResult {
  const data = answer.body.value.data as ExecuteData;
  return withStatement(readToolResult(data.result) ?? { content: [asText(data.result)] }, data);
}

/** A tool's own error goes back as the tool said it; every other refusal as an error with the decision envelope. */
function resultOfRefusal(answer: ExecuteAnswer): CallToolResult {
  const { error, data, meta } = answer.body.value;
  const own = data as ExecuteData | null;
  const said = error === "upstream_error" ? readToolResult(own?.result) : undefined;
  if (own !== null && said !== undefined) return withStatement(said, own);
  const retryAfter = answer.headers["retry-after"];
  return {
    isError: true,
    content: [{ type: "text", text: `${error}.${hintOf(meta)}${reasonsOf(data)}${wordsOf(own?.result)}` }],
    structuredContent: {
      error,
      ...(data as Record<string, unknown> | null),
      request_id: answer.headers["x-request-id"],
      ...(retryAfter === undefined ? {} : { retry_after: Number(retryAfter) }),
    },
  };
}

/** What to do, as an own sentence behind the error; empty without a hint. */
function hintOf(meta: Envelope["meta"]): string {
  return typeof meta?.hint === "string" ? ` ${hintForMcp(meta.hint)}` : "";
}

/** What the refusal rests on, for models: many clients show them the text alone. */
function reasonsOf(data: unknown): string {
  const members = (data ?? {}) as Readonly<Record<string, unknown>>;
  const words = ["rule_id", "findings", "reason", "approval_key", "limit_type", "reset_at", "audit_id"].flatMap(
    (name) => {
      const value = members[name];
      const text = Array.isArray(value) ? value.join(", ") : value;
      return typeof text === "string" && text !== "" ? [`${name}: ${text}`] : [];
    },
  );
  return words.length > 0 ? ` ${words.join("; ")}` : "";
}

/** What the server said that answered with an error of the protocol. */
function wordsOf(result: unknown): string {
  const message = (result as { readonly message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? ` The MCP server says: ${message}` : "";
}

/** The tool's result with what became of the call beside it, in a member of its own. */
function withStatement(result: CallToolResult, data: ExecuteData) {
  const { audit_id, receipt_url, redactions, result_findings, cost_usd } = data;
  const decision = { audit_id, receipt_url, redactions, result_findings, cost_usd };
  return { ...result, _meta: { ...result._meta, "portcullis/decision": decision } };
}

/**
 * The result of a tool as clients can read it: a block of a kind that not all of them know, or in which redaction has put what its kind
 * has no place for, is the text of its JSON. Undefined for what is none, as where redaction did that beside the blocks.
 */
function readToolResult(value: unknown): CallToolResult | undefined {
  const { content } = (value ?? {}) as { readonly content?: unknown };
  if (!Array.isArray(content)) return undefined;
  const result = {
    ...(value as CallToolResult),
    content: content.map((block) => (isBlock(block) ? block : asText(block))),
  };
  return CallToolResultSchema.safeParse(hideBigints(result)).success ? result : undefined;
}

function isBlock(value: unknown): value is ContentBlock {
  return ContentBlockSchema.safeParse(hideBigints(value)).success;
}

function asText(value: unknown): ContentBlock {
  return { type: "text", text: formatJson(value) };
}
