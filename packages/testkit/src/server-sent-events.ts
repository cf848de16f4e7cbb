/** A reader of one server-sent event stream, for tests: keeps what came and waits for more. */
import { get, type IncomingMessage } from "node:http";
import { waitFor } from "./event-wait.js";

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

export interface EventStreamReader {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly events: readonly ReceivedEvent[];
  /** Comment lines, without the colon. */
  readonly comments: readonly string[];
  /** Waits for the first event that `accept` takes, those that came before included. */
  readonly next: (accept: (event: ReceivedEvent) => boolean) => Promise<ReceivedEvent>;
  /** The other side has ended the stream. */
  readonly isEnded: () => boolean;
  readonly close: () => void;
}

/** Opens the stream; resolves with its status line. An answer other than 200 has no events. */
export function openEventStream(url: string, headers: Readonly<Record<string, string>>): Promise<EventStreamReader> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { accept: "text/event-stream", ...headers }, agent: false });
    request.setTimeout(60_000, () => request.destroy(new Error("the event stream was silent for a minute")));
    request.once("error", reject);
    request.once("response", (response) => {
      const events: ReceivedEvent[] = [];
      const comments: string[] = [];
      let rest = "";
      let ended = false;
      response.setEncoding("utf8");
      response.on("error", () => undefined);
      response.on("close", () => {
        ended = true;
      });
      response.on("data", (chunk: string) => {
        rest += chunk;
        for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
          readBlock(rest.slice(0, end), events, comments);
          rest = rest.slice(end + 2);
        }
      });
      request.on("error", () => undefined);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        comments,
        next: (accept) => waitFor(() => events.find(accept), { what: "an event of the stream" }),
        isEnded: () => ended,
        close: () => request.destroy(),
      });
    });
  });
}

function readBlock(block: string, events: ReceivedEvent[], comments: string[]): void {
  let id: string | undefined;
  let event = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (line.startsWith(":")) comments.push(line.slice(1).trim());
    else if (field === "id") id = value;
    else if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
  if (data.length === 0) return;
  const text = data.join("\n");
  let parsed: unknown = text;
  try {
    parsed = JSON.parse(text) as unknown;
  } catch {
    // Not every stream sends JSON.
  }
  events.push({ id, event, data: parsed });
}
