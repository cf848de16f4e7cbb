import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readServerSentEvents, type ServerSentComment, type ServerSentEvent } from "./server-sent-events.js";

type Item = ServerSentEvent | ServerSentComment;

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function readAll(chunks: readonly Uint8Array[], comments = false): Promise<Item[]> {
  const items: Item[] = [];
  const stream = streamOf(chunks);
  const source: AsyncIterable<Item> = comments
    ? readServerSentEvents(stream, { comments: true })
    : readServerSentEvents(stream);
  for await (const item of source) items.push(item);
  return items;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, comments = false) => readAll([bytesOf(text)], comments);

function cut(bytes: Uint8Array, points: readonly number[]): Uint8Array[] {
  const sorted = [...new Set(points.map((point) => point % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, index) => bytes.slice(start, sorted[index] ?? bytes.length));
}

describe("server-sent events", () => {
  // The examples of the HTML standard, section 9.2.6.
  it.each<[string, Item[]]>([
    ["data: YHOO\ndata: +2\ndata: 10\n\n", [{ event: "message", data: "YHOO\n+2\n10" }]],
    [
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      [
        { id: "1", event: "message", data: "first event" },
        { event: "message", data: "second event" },
        { event: "message", data: " third event" },
      ],
    ],
    [
      "data\n\ndata\ndata\n\ndata:",
      [
        { event: "message", data: "" },
        { event: "message", data: "\n" },
      ],
    ],
    [
      "data:test\n\ndata: test\n\n",
      [
        { event: "message", data: "test" },
        { event: "message", data: "test" },
      ],
    ],
  ])("the standard's example %j gives the standard's events", async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it("the last id stays for later events, and an id with NUL changes nothing", async () => {
    expect(await read("id: 7\ndata: a\n\ndata: b\n\nid: x\0y\ndata: c\n\nid: 8\n\ndata: d\n\n")).toEqual([
      { id: "7", event: "message", data: "a" },
      { id: "7", event: "message", data: "b" },
      { id: "7", event: "message", data: "c" },
      { id: "8", event: "message", data: "d" },
    ]);
  });

  it("a block without data is no event, and its name is forgotten", async () => {
    expect(await read("event: lost\n\nevent: decision\ndata: {}\n\ndata: x\n\n")).toEqual([
      { event: "decision", data: "{}" },
      { event: "message", data: "x" },
    ]);
  });

  it("the id of a block without data is no event, but a place to resume from", async () => {
    const positions: string[] = [];
    const events: ServerSentEvent[] = [];
    const stream = streamOf([bytesOf(": open\nid: 7\n\nid: 8\ndata: a\n\n: idle\n\nid: x\0y\n\nid: 9\n\n")]);
    for await (const event of readServerSentEvents(stream, { onPosition: (id) => positions.push(id) })) {
      events.push(event);
    }
    expect(positions).toEqual(["7", "9"]);
    expect(events).toEqual([{ id: "8", event: "message", data: "a" }]);
  });

  it("a reconnection time is a whole number, given with the next event", async () => {
    expect(await read("retry: 1500\n\nretry: 1x\ndata: a\n\nretry:\ndata: b\n\n")).toEqual([
      { event: "message", data: "a", retry: 1500 },
      { event: "message", data: "b" },
    ]);
  });

  it("comments come out only when asked for, unknown fields never", async () => {
    expect(await read(": ping\nfoo: bar\ndata: a\n\n:\n", true)).toEqual([
      { comment: "ping" },
      { event: "message", data: "a" },
      { comment: "" },
    ]);
    expect(await read(": ping\n\n")).toEqual([]);
  });

  it("one byte order mark at the beginning is skipped, and bytes that are not UTF-8 are replaced", async () => {
    expect(await readAll([new Uint8Array([0xef, 0xbb]), new Uint8Array([0xbf]), bytesOf("data: a\n\n")])).toEqual([
      { event: "message", data: "a" },
    ]);
    expect(await readAll([bytesOf("data: "), new Uint8Array([0xff]), bytesOf("\n\n")])).toEqual([
      { event: "message", data: "\ufffd" },
    ]);
  });

  it("an event that the end cuts is dropped", async () => {
    expect(await read("data: a\n\ndata: cut")).toEqual([{ event: "message", data: "a" }]);
    expect(await read("data: cut\n")).toEqual([]);
  });

  it("any line ending and any cutting of the bytes give the same events", async () => {
    const line = fc.oneof(
      fc.constantFrom("", "data", "data:", ": c", "id: 1", "id", "event: e", "retry: 5", "data: é€😀", "data:  x:y"),
      fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => `data:${text.replace(/[\r\n]/g, "")}`),
    );
    const lines = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(lines, fc.array(fc.nat(), { maxLength: 30 }), async (parts, points) => {
        // A CR before an LF that begins an empty line would be one ending: keep the reference's lines the same.
        const text = parts
          .map(([content, end], index) => content + (parts[index + 1]?.[0] === "" && end === "\r" ? "\n" : end))
          .join("");
        const reference = await read(parts.map(([content]) => `${content}\n`).join(""), true);
        expect(await readAll(cut(bytesOf(text), points), true)).toEqual(reference);
        expect(
          await readAll(
            Array.from(bytesOf(text), (byte) => new Uint8Array([byte])),
            true,
          ),
        ).toEqual(reference);
      }),
      { numRuns: 300 },
    );
  });

  it("an event larger than the limit ends the stream with an error, with or without line ends", async () => {
    for (const text of [`data: ${"x".repeat(200)}`, "data: 0123456789\n".repeat(20)]) {
      const events = readServerSentEvents(streamOf([bytesOf(text)]), { maxEventLength: 100 });
      await expect(events.next()).rejects.toMatchObject({ code: "event_too_large" });
    }
  });

  it("leaving the loop cancels the stream", async () => {
    let reason: unknown = "not cancelled";
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf("data: a\n\n")),
      cancel(given) {
        reason = given;
      },
    });
    for await (const event of readServerSentEvents(stream)) {
      expect(event.data).toBe("a");
      break;
    }
    expect(reason).toBeUndefined();
  });

  it("an error of the stream reaches the reader as it is", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("connection lost"));
      },
    });
    await expect(readServerSentEvents(broken).next()).rejects.toThrow("connection lost");
  });
});
