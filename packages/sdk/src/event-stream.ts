// GET /events/stream as an async iterator that reconnects where it was cut.

import { readServerSentEvents } from "@portcullis/core/transport";
import { PortcullisError } from "./errors.js";
import type { RequestOptions } from "./options.js";
import type { OutgoingRequest, Requester } from "./requester.js";

/** One appended row. */
export interface DecisionEvent {
  /** The row's place in the chain; pass the last one as `lastEventId` to go on after it. */
  readonly id: string;
  /** `decision`, or the audit action. */
  readonly event: string;
  readonly data: {
    readonly audit_id: string;
    readonly agent_id: string | null;
    readonly tool_name: string | null;
    readonly action: string;
    readonly decision: string;
    readonly outcome: string;
    readonly findings: readonly string[];
    readonly score: number;
    readonly at: string;
  };
}

export interface EventStreamOptions extends RequestOptions {
  /** Rows after this one; without it, rows from now on. */
  readonly lastEventId?: string;
}

const MAX_RECONNECT_DELAY_MS = 10_000;

/**
 * Yields rows until the signal aborts or whoever iterates leaves; a refusal or a mistake of the caller's ends it, a lost connection does
 * not.
 */
export function streamEvents(
  requester: Requester,
  request: OutgoingRequest,
  options: EventStreamOptions = {},
): AsyncGenerator<DecisionEvent> {
  const end = new AbortController();
  const events = followEvents(requester, request, options, end);
  const leave = events.return.bind(events);
  // By itself a generator that waits for an event would leave behind that event alone.
  events.return = (value) => {
    end.abort();
    return leave(value);
  };
  return events;
}

async function* followEvents(
  requester: Requester,
  request: OutgoingRequest,
  options: EventStreamOptions,
  end: AbortController,
): AsyncGenerator<DecisionEvent> {
  const { signal } = end;
  const onAbort = () => end.abort();
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  let lastEventId = options.lastEventId;
  // The server names its place when it begins: a stream that is cut before its first row goes on from there.
  const onPosition = (id: string) => {
    lastEventId = id;
  };
  /** Connections in a row that brought nothing. */
  let fruitless = 0;
  try {
    while (!signal.aborted) {
      fruitless += 1;
      const from = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
      const headers = { accept: "text/event-stream", ...from };
      const body = await openStream(requester, { ...request, headers }, { ...options, signal });
      if (body === null) return;
      for await (const row of body === undefined ? [] : readRows(body, onPosition)) {
        fruitless = 0;
        if (row === undefined) continue;
        lastEventId = row.id;
        yield row;
      }
      await pause(Math.min(MAX_RECONNECT_DELAY_MS, 100 * 2 ** Math.min(fruitless, 7)), signal);
    }
  } finally {
    options.signal?.removeEventListener("abort", onAbort);
  }
}

/** Undefined where another connection may do better. */
async function openStream(requester: Requester, request: OutgoingRequest, options: EventStreamOptions) {
  try {
    return (await requester.open(request, options)).body;
  } catch (error) {
    const isPassing =
      error instanceof PortcullisError && (error.status === 0 || error.status >= 500 || error.status === 429);
    if (isPassing || options.signal?.aborted) return undefined;
    throw error;
  }
}

/** Rows until the connection is lost; undefined for comments, by which a quiet stream is known to have stood. */
async function* readRows(
  body: ReadableStream<Uint8Array>,
  onPosition: (id: string) => void,
): AsyncGenerator<DecisionEvent | undefined> {
  try {
    for await (const message of readServerSentEvents(body, { onPosition, comments: true })) {
      if (!("data" in message)) yield undefined;
      else if (message.id !== undefined) {
        yield { id: message.id, event: message.event, data: JSON.parse(message.data) };
      }
    }
  } catch {
    // The next connection goes on behind the last row.
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal.addEventListener("abort", done, { once: true });
  });
}
