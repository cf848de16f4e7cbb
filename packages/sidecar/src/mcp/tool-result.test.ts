import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { formatJson, hideBigints, type JsonValue } from "@portcullis/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolResult } from "./tool-result.js";

const RESULT: JsonValue = {
  content: [
    {
      type: "text",
      text: "hello",
      annotations: { audience: ["user"], priority: 0.5, lastModified: "2026-01-12T15:00:58Z" },
    },
    { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
    { type: "audio", data: "aGVsbG8=", mimeType: "audio/wav" },
    {
      type: "resource_link",
      uri: "file:///notes",
      name: "notes",
      size: 7,
      icons: [{ src: "https://x/y.png", sizes: ["48x48"] }],
    },
    { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", blob: "aGVsbG8=" } },
    { type: "resource", resource: { uri: "file:///b", text: "hello" } },
  ],
  structuredContent: { rows: [{ id: 1, at: null }] },
  isError: false,
  _meta: { "peer/version": 7 },
};
const DECISION = { audit_id: "a", receipt_url: "/r", redactions: [], result_findings: [], cost_usd: "0" };

/** The value with what stands at some leaf, or some member's name, replaced: as redaction by a tenant's keys and patterns does. */
function redactSome(value: JsonValue, pick: () => JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map((each) => pick() ?? redactSome(each, pick));
  if (typeof value !== "object" || value === null) return pick() ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pick() ?? redactSome(each, pick)]));
}

const answer = (status: number, error: string | null, result: JsonValue) => ({
  status,
  headers: { "x-request-id": "r" },
  body: { value: { success: status === 200, data: { ...DECISION, result }, error, meta: null } },
});

describe("what a client gets of a tool's result", () => {
  const replaced = fc.constantFrom<JsonValue | undefined>(
    ...Array<undefined>(12),
    "[REDACTED:KEY]",
    "[]",
    0,
    2n ** 60n,
  );

  it.each([
    [200, null],
    [502, "upstream_error"],
  ])("is one that the protocol can read, whatever redaction has put in it (%d)", (status, error) => {
    fc.assert(
      fc.property(fc.infiniteStream(replaced), (choices) => {
        const result = redactSome(RESULT, () => choices.next().value);
        const given = hideBigints(toolResult(answer(status, error, result) as never));
        expect(CallToolResultSchema.safeParse(given).error).toBeUndefined();
      }),
    );
  });

  it("has the JSON of a block as text where no client need know the block, and all others as they are", () => {
    const text = { type: "text", text: "hello" };
    const odd: JsonValue[] = [
      { type: "image", data: "[REDACTED:KEY]", mimeType: "image/png" },
      { type: "odour", n: 2n ** 60n },
      null,
    ];
    const result = { content: [text, ...odd], structuredContent: { a: 1 } };
    expect(toolResult(answer(200, null, result) as never)).toEqual({
      content: [text, ...odd.map((block) => ({ type: "text", text: formatJson(block) }))],
      structuredContent: { a: 1 },
      _meta: { "portcullis/decision": DECISION },
    });
  });

  it.each<JsonValue>([
    { content: "fine" },
    { content: [], structuredContent: "[REDACTED:KEY]" },
    { content: [{ type: "text", text: "hello" }], isError: null },
  ])("is its JSON as text, with the decision beside it, where it is no result: %j", (result) => {
    expect(toolResult(answer(200, null, result) as never)).toEqual({
      content: [{ type: "text", text: JSON.stringify(result) }],
      _meta: { "portcullis/decision": DECISION },
    });
  });

  it("is the tool's own where redaction left a result", () => {
    expect(toolResult(answer(200, null, RESULT) as never)).toEqual({
      ...(RESULT as object),
      _meta: { "peer/version": 7, "portcullis/decision": DECISION },
    });
  });
});
