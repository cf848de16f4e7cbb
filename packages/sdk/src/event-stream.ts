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

/** Yields rows until the signal aborts; a refusal ends it, a lost connection does not. */
export async function* streamEvents(
  requester: Requester,
  request: OutgoingRequest,
  options: EventStreamOptions = {},
): AsyncGenerator<DecisionEvent> {
  const { signal } = options;
  let lastEventId = options.lastEventId;
  /** Connections in a row that brought nothing. */
  let fruitless = 0;
  while (!signal?.aborted) {
    fruitless += 1;
    try {
      const headers = {
        accept: "text/event-stream",
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      };
      const response = await requester.open({ ...request, headers }, options);
      if (!response.body) return;
      // The server names its place when it begins: a stream that is cut before its first row goes on from there.
      const onPosition = (id: string) => {
        lastEventId = id;
      };
      // With comments, by which a quiet stream is known to have stood.
      for await (const message of readServerSentEvents(response.body, { onPosition, comments: true })) {
        fruitless = 0;
        if (!("data" in message) || message.id === undefined) continue;
        lastEventId = message.id;
        yield { id: message.id, event: message.event, data: JSON.parse(message.data) };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof PortcullisError && error.status > 0 && error.status < 500 && error.status !== 429)
        throw error;
    }
    await pause(Math.min(MAX_RECONNECT_DELAY_MS, 100 * 2 ** Math.min(fruitless, 7)), signal);
  }
}

function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal?.addEventListener("abort", done, { once: true });
  });
}
