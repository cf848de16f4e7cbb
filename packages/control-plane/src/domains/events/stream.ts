// GET /events/stream: the chain as it grows, without gaps. Follows rows by seq, so that an event that a process missed is
// only late. A reader whose token ends, or is revoked, is cut off.

import { type InputOf, Refusal } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { EventStream } from "../../http/event-stream.js";
import type { Principal } from "../../http/handler.js";
import type { RawCall, RawRoute } from "../../http/raw-route.js";
import { flatHeaders } from "../../http/request-ids.js";
import { OpenStreams } from "./open-streams.js";
import { type Channel, type EventRow, readEventsAfter, readHeadSeq } from "./store.js";

const BATCH = 200;
const COMMENT_EVERY_MS = 15_000;

/** The raw route of `events.stream`; one of each process, which counts its streams. */
export function openEventsStream(): RawRoute {
  const open = new OpenStreams();
  return { authenticatedBy: "contract", handle: (call) => streamEvents(call, open) };
}

async function streamEvents(call: RawCall, open: OpenStreams): Promise<void> {
  const { context, request, reply, signal } = call;
  const { principal, services } = context;
  if (principal.kind !== "user" && principal.kind !== "agent") throw new Refusal("invalid_token");
  const channel = channelOf(principal, (call.query as InputOf<"events.stream">["query"]).agent_id?.toLowerCase());
  const asked = lastEventIdOf(flatHeaders(request.headers)["last-event-id"]);
  const head = await context.read(readHeadSeq);
  const leave = open.enter(context.tenantId, principal.subject);
  const bell = new Bell();
  const stream = new EventStream(reply, AbortSignal.any([signal, AbortSignal.timeout(msUntil(principal.expiresAtMs))]));
  const stops = [
    services.ledger.onAppended(context.tenantId, () => bell.ring()),
    services.store.onAnnounce((tenantId) => tenantId === context.tenantId && bell.ring("recheck")),
  ];
  stream.closed.addEventListener("abort", () => bell.ring(), { once: true });
  services.metrics.setQueueDepth("event_streams", open.total);
  try {
    await follow(call, stream, bell, channel, asked === null ? head : Math.min(asked, head), principal.token);
  } catch (error) {
    // The answer has begun: the reader sees the stream end and resumes by its last id.
    services.log.error({ err: error, request_id: context.requestId }, "event stream ended early");
  } finally {
    for (const stop of stops) stop();
    stream.close();
    leave();
    services.metrics.setQueueDepth("event_streams", open.total);
  }
}

async function follow(
  { context }: RawCall,
  stream: EventStream,
  bell: Bell,
  channel: Channel,
  after: number,
  token: string,
): Promise<void> {
  let seq = after;
  let commentAt = performance.now() + COMMENT_EVERY_MS;
  await stream.position("open", String(seq));
  while (!stream.closed.aborted) {
    const rows = await context.read((db) => readEventsAfter(db, seq, channel, BATCH));
    for (const row of rows) {
      await stream.send(eventOf(row));
      seq = row.seq;
    }
    if (stream.closed.aborted) continue;
    // A reader with rows behind it waits for nothing, but goes on only with a token that still is one.
    const isBehind = rows.length === BATCH;
    const woken = await bell.wait(isBehind ? 0 : Math.max(0, commentAt - performance.now()));
    // The bell also rings to have rows of other replicas looked for, with none there.
    const isDue = performance.now() >= commentAt;
    if (woken === "rows" && !isDue) continue;
    if (!(await isStillValid(context.services.tokens, token))) return;
    if (!isDue) continue;
    await stream.comment("still here");
    commentAt = performance.now() + COMMENT_EVERY_MS;
  }
}

/** Wakes the reader: for rows, for a change of the tenant's state, or when its time is over. */
class Bell {
  #rung: "rows" | "recheck" | null = null;
  #listener: (() => void) | null = null;

  ring(why: "rows" | "recheck" = "rows"): void {
    this.#rung = this.#rung === "recheck" ? "recheck" : why;
    this.#listener?.();
  }

  wait(timeoutMs: number): Promise<"rows" | "recheck" | "silence"> {
    return new Promise((resolve) => {
      const answer = () => {
        clearTimeout(timer);
        this.#listener = null;
        const rung = this.#rung ?? "silence";
        this.#rung = null;
        resolve(rung);
      };
      const timer = setTimeout(answer, timeoutMs);
      this.#listener = answer;
      if (this.#rung !== null) answer();
    });
  }
}

async function isStillValid(tokens: { verify(token: string): Promise<unknown> }, token: string): Promise<boolean> {
  try {
    await tokens.verify(token);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "invalid_token") return false;
    throw error;
  }
}

/** An agent sees its own calls; a user the tenant's rows, or those of one agent. */
function channelOf(principal: Extract<Principal, { kind: "user" | "agent" }>, asked: string | undefined): Channel {
  if (principal.kind === "user") return { agentId: asked ?? null, callsOnly: false };
  if (asked !== undefined && asked !== principal.subject) throw new Refusal("agent_mismatch");
  return { agentId: principal.subject, callsOnly: true };
}

function lastEventIdOf(header: string | undefined): number | null {
  if (header === undefined || header === "") return null;
  const seq = /^\d{1,15}$/.test(header) ? Number(header) : Number.NaN;
  if (Number.isSafeInteger(seq)) return seq;
  const detail = {
    type: "invalid_format",
    loc: ["header", "last-event-id"],
    msg: "Must be the id of an event",
    input: header,
  };
  throw new Refusal("validation_failed", { details: [detail] });
}

function eventOf(row: EventRow) {
  return {
    id: String(row.seq),
    event: row.action === "execute" ? "decision" : row.action,
    data: {
      audit_id: row.id,
      agent_id: row.agent_id,
      tool_name: row.tool_name,
      action: row.action,
      decision: row.decision,
      outcome: row.outcome,
      findings: JSON.parse(row.findings) as string[],
      score: row.score,
      at: formatInstant(row.created_at),
    },
  };
}

/** Timers take at most 2^31 - 1 milliseconds. */
function msUntil(atMs: number): number {
  return Math.min(Math.max(0, atMs - Date.now()), 2_147_483_647);
}
