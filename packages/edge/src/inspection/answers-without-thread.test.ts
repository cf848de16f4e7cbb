// Where an edge has no thread, as in a program that is bundled into one file, large answers are read on the loop, with the same bounds.
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../detection/index.js";
import { MAX_RESULT_LENGTH } from "./answer-size.js";
import type { AnswerContent } from "./answer-value.js";
import { Detection, LARGE_BYTES } from "./detection.js";

const detection = new Detection("tenant-1", {
  canRun: false,
  run: () => Promise.reject(new Error("There is none.")),
});
const textAnswer = (text: string): AnswerContent => ({ body: Buffer.from(text), contentType: "text/plain" });
const filter = (content: AnswerContent) => detection.filter("agent-1", content, DEFAULT_REDACTION_POLICY, {});

describe("without a thread, a large answer", () => {
  it("is shown as any other", async () => {
    const words = "a line of ordinary words\n".repeat(LARGE_BYTES / 8);
    expect((await filter(textAnswer(words))).shown?.result).toEqual({ value: words });
  });

  it("is withheld where its JSON is longer, with what it says of its cost", async () => {
    // Each of these takes six characters.
    const escapes = "\u0001".repeat(Math.ceil(MAX_RESULT_LENGTH / 6));
    expect((await filter(textAnswer(escapes))).shown).toBeNull();
    const stated = await filter({
      json: JSON.stringify({ escapes, usage: { prompt_tokens: 1000, completion_tokens: 2 } }),
    });
    expect(stated).toMatchObject({ usage: { counted: { promptTokens: 1000, completionTokens: 2 } }, shown: null });
  });
});
