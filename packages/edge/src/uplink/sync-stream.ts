// GET /edge/sync: one server-sent event stream after another, until told to stop. Every stream starts with a snapshot, so
// nothing has to be resumed. A stream without a byte for some seconds is taken for dead: heartbeats come every second.
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import { type SyncEvent, syncEvents } from "@portcullis/contract";
import { readServerSentEvents } from "@portcullis/core/transport";
import { Agent, request } from "undici";
import type { AuthorizedClient } from "./authorized-client.js";

const SILENCE_LIMIT_MS = 2500;
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 1000;

export async function followSync(
  controlPlaneUrl: string,
  client: AuthorizedClient,
  onEvent: (event: SyncEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const agent = new Agent({ headersTimeout: SILENCE_LIMIT_MS, bodyTimeout: 0, connect: { timeout: SILENCE_LIMIT_MS } });
  let delayMs = FIRST_RETRY_MS;
  try {
    while (!signal.aborted) {
      const hadEvents = await readOnce(controlPlaneUrl, agent, client, onEvent, signal).catch(() => false);
      delayMs = hadEvents ? FIRST_RETRY_MS : Math.min(MAX_RETRY_MS, delayMs * 2);
      await pause(delayMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await agent.destroy();
  }
}

/** Reads one stream to its end; whether it brought anything. */
async function readOnce(
  controlPlaneUrl: string,
  agent: Agent,
  client: AuthorizedClient,
  onEvent: (event: SyncEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const session = await client.session();
  const silence = new AbortController();
  const watchdog = setTimeout(() => silence.abort(new Error("silent stream")), SILENCE_LIMIT_MS);
  let hadEvents = false;
  try {
    const { statusCode, body } = await request(`${controlPlaneUrl.replace(/\/$/, "")}/edge/sync`, {
      dispatcher: agent,
      headers: { ...session.headers, accept: "text/event-stream" },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (statusCode !== 200) {
      if (statusCode === 401) client.drop(session);
      await body.dump();
      return false;
    }
    const stream = Readable.toWeb(body) as NodeReadableStream<Uint8Array>;
    for await (const { event, data } of readServerSentEvents(stream as ReadableStream<Uint8Array>)) {
      watchdog.refresh();
      const parsed = parseEvent(event, data);
      if (parsed === null) continue;
      hadEvents = true;
      onEvent(parsed);
    }
  } catch (error) {
    if (!hadEvents) throw error;
  } finally {
    clearTimeout(watchdog);
  }
  return hadEvents;
}

/** Null for an event of a newer control plane; throws on one that is malformed, which ends the stream. */
function parseEvent(event: string, text: string): SyncEvent | null {
  if (!Object.hasOwn(syncEvents, event)) return null;
  const name = event as SyncEvent["event"];
  return { event: name, data: syncEvents[name].parse(JSON.parse(text)) } as SyncEvent;
}
