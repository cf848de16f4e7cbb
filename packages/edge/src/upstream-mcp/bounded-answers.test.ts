import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundAnswers } from "./bounded-answers.js";

const MAX_BYTES = 100;

/** Reads an answer of these pieces through the bound; null where it is too large. */
async function read(type: string, pieces: readonly string[]): Promise<string | null> {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const answer = await boundAnswers(
    async () => new Response(body, { headers: { "content-type": type } }),
    MAX_BYTES,
  )("http://peer/");
  return answer.text().catch((error: unknown) => {
    expect(error).toMatchObject({ code: "response_too_large" });
    return null;
  });
}
/** Cuts a text at any places. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [...places.map((place) => place % (text.length + 1)), 0, text.length].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}

const ending = fc.constantFrom("\n", "\r", "\r\n");
const places = fc.array(fc.nat(), { maxLength: 8 });

describe("an answer", () => {
  it("that is one body comes through up to the limit, however it is cut, and is too large past it", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), places, async (length, at) => {
        const text = "x".repeat(length);
        expect(await read("application/json", cut(text, at))).toBe(length > MAX_BYTES ? null : text);
      }),
    ));

  it("that is a stream comes through however long it is, when each of its events is within the limit", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), ending, places, async (events, end, at) => {
        const text = `data: ${"x".repeat(80)}${end}${end}`.repeat(events);
        expect(await read("text/event-stream", cut(text, at))).toBe(text);
      }),
    ));

  it("that is a stream is too large when one of its events is, however its lines end and wherever it is cut", () =>
    fc.assert(
      fc.asyncProperty(ending, fc.integer({ min: 1, max: 30 }), places, async (end, perLine, at) => {
        const line = `data: ${"x".repeat(perLine)}${end}`;
        const event = line.repeat(Math.ceil(MAX_BYTES / (perLine + 6)) + 1);
        expect(await read("text/event-stream; charset=utf-8", cut(`data: y${end}${end}${event}${end}`, at))).toBeNull();
      }),
    ));
});

it("an answer without a body stays as it is", async () => {
  const answer = await boundAnswers(async () => new Response(null, { status: 202 }), MAX_BYTES)("http://peer/");
  expect([answer.status, await answer.text()]).toEqual([202, ""]);
});
