// What the edge's thread does for it (detection-thread.ts), all of it pure: large bodies are inspected, large payloads of programs that
// embed an edge scanned, and large answers read, redacted and scanned.
import { formatJson, hasUnreadableUsage, type ModelUsage, usageFromAnswer } from "@portcullis/core";
import {
  createEventStreamRedactor,
  createJsonLinesRedactor,
  createJsonRedactor,
  RedactionError,
  type RedactionPolicy,
  redact,
  type ScanOptions,
  type ScanResult,
  scan,
  type TextRedactor,
} from "../detection/index.js";
import { MAX_RESULT_LENGTH } from "./answer-size.js";
import { type AnswerContent, type ReadAnswer, readAnswer } from "./answer-value.js";
import { type ArrivedBody, type BodyQuestion, inspectBody } from "./inspect-body.js";
import { type Json, textOf } from "./lazy-json.js";

export type DetectionJob =
  | { readonly kind: "inspect"; readonly arrived: ArrivedBody }
  | { readonly kind: "scan"; readonly text: string; readonly options: ScanOptions }
  | {
      readonly kind: "filter";
      readonly content: AnswerContent;
      readonly policy: RedactionPolicy;
      readonly options: ScanOptions;
    };

/** A body that was inspected on the thread; to hand its payload over as text takes the loop least. */
export interface InspectedText {
  readonly payloadText: string;
  readonly question: BodyQuestion;
}

/** An answer that was filtered on the thread. */
export interface FilteredText {
  readonly usage: StatedUsage;
  readonly shown: (Found & { readonly text: string }) | null;
}

export type DetectionResult = InspectedText | ScanResult | FilteredText;

export interface FilteredAnswer {
  readonly usage: StatedUsage;
  /** Null where it cannot be promised that the answer is safe to be shown. */
  readonly shown: ShownAnswer | null;
}

/** The token counts that an answer states. */
export interface StatedUsage {
  readonly counted: ModelUsage | null;
  /** It states some that could not be taken. */
  readonly isUnreadable: boolean;
}

export interface ShownAnswer extends Found {
  readonly result: Json;
}

export interface Found {
  readonly counts: { readonly kind: string; readonly count: number }[];
  readonly findings: ScanResult["findings"];
  /** Codes of all findings, also of those that are too many to be listed. */
  readonly codes: ScanResult["codes"];
}

/** Reads an answer, takes its token counts, redacts it, and scans what came before redaction. */
export function filterAnswer(content: AnswerContent, policy: RedactionPolicy, options: ScanOptions): FilteredAnswer {
  const answer = readAnswer(content);
  const { result } = answer;
  const usage = { counted: usageFromAnswer(result), isUnreadable: hasUnreadableUsage(result) };
  try {
    const { value, counts } = redactAnswer(answer, policy);
    const { findings, codes } = scan(result, options);
    const shown = { result: { value }, counts: counts.map(({ kind, count }) => ({ kind, count })), findings, codes };
    return { usage, shown };
  } catch {
    // What failed may tell of the content.
    return { usage, shown: null };
  }
}

function redactAnswer(
  { result, form }: ReadAnswer,
  policy: RedactionPolicy,
): Pick<ReturnType<typeof redact>, "value" | "counts"> {
  if (typeof result !== "string" || form === undefined) return redact(result, policy);
  // The whole answer is at hand, so that nothing is too long to be held back.
  if (form === "event_stream") {
    return runThrough(createEventStreamRedactor(policy, { maxEventLength: Number.MAX_SAFE_INTEGER }), result);
  }
  if (form === "json_lines") {
    return runThrough(createJsonLinesRedactor(policy, { maxLineLength: Number.MAX_SAFE_INTEGER }), result);
  }
  const json = createJsonRedactor(policy);
  try {
    return runThrough(json, result);
  } catch (error) {
    if (!(error instanceof RedactionError)) throw error;
    // It said that it was JSON, and is a text like any other.
    return redact(result, policy);
  }
}

function runThrough(redactor: TextRedactor, text: string) {
  const value = redactor.push(text) + redactor.end();
  return { value, counts: [...redactor.counts] };
}

export async function runDetectionJob(job: DetectionJob): Promise<DetectionResult> {
  switch (job.kind) {
    case "inspect": {
      const { payload, question } = await inspectBody(job.arrived, (value, _text, options) => scan(value, options));
      return { payloadText: formatJson(payload), question };
    }
    case "scan":
      // Of numbers the scan reads bytes alone, so that doubles will do.
      return scan(JSON.parse(job.text), job.options);
    case "filter":
      return boundText(filterAnswer(job.content, job.policy, job.options));
  }
}

/** An answer that was filtered, as text. Escapes make six characters of one: what gets too long is not shown. */
export function boundText({ usage, shown }: FilteredAnswer): FilteredText {
  if (shown === null) return { usage, shown };
  const { result, ...found } = shown;
  const text = textOf(result);
  // To pass them on would keep the loop from its heartbeats.
  return { usage, shown: text.length > MAX_RESULT_LENGTH ? null : { ...found, text } };
}
