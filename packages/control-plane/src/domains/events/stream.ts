// GET /events/stream: the chain as it grows, without gaps. Follows rows by seq, so that an event that a process missed is
// only late. A reader whose token ends, or is revoked, is cut off.

import { type InputOf, Refusal } from "@portcullis/contract";
import { EventStream } from "../../http/event-stream.js";
import type { Principal } from "../../http/handler.js";
import type { RawCall, RawRoute } from "../../http/raw-route.js";
import { flatHeaders } from "../../http/request-ids.js";
import type { Services } from "../../services.js";
import type { ChainTail } from "./chain-tail.js";
import { ChainTails } from "./chain-tails.js";
import { OpenStreams } from "./open-streams.js";
import { type Channel, readHeadSeq } from "./store.js";

const COMMENT_EVERY_MS = 15_000;

/** What the streams of one process share. */
interface Shared {
  readonly open: OpenStreams;
  readonly tails: ChainTails;
}

/** The raw route of `events.stream`; one of each process, which counts its streams and reads the chain for all of them. */
export function openEventsStream(services: Services): RawRoute {
  const shared = { open: new OpenStreams(), tails: new ChainTails(services) };
  return { authenticatedBy: "contract", handle: (call) => streamEvents(call, shared) };
}

async function streamEvents(call: RawCall, { open, tails }: Shared): Promise<void> {
  const { context, request, reply, signal } = call;
  const { principal, services, tenantId } = context;
  if (principal.kind !== "user" && principal.kind !== "agent") throw new Refusal("invalid_token");
  const channel = channelOf(principal, (call.query as InputOf<"events.stream">["query"]).agent_id);
  const asked = lastEventIdOf(flatHeaders(request.headers)["last-event-id"]);
  const head = await context.read(readHeadSeq);
  const leave = open.enter(tenantId, principal.subject);
  const stream = new EventStream(reply, AbortSignal.any([signal, AbortSignal.timeout(msUntil(principal.expiresAtMs))]));
  const { tail, leave: leaveTail } = tails.follow(tenantId, head);
  const jtis = [principal.jti, ...principal.hopJtis];
  const unwatch = services.sessions.add(tenantId, { jtis, end: () => stream.close() });
  services.metrics.setQueueDepth("event_streams", open.total);
  try {
    await follow(stream, tail, channel, asked === null ? head : Math.min(asked, head));
  } catch (error) {
    // The answer has begun: the reader sees the stream end and resumes by its last id.
    services.log.error({ err: error, request_id: context.requestId }, "event stream ended early");
  } finally {
    unwatch();
    leaveTail();
    stream.close();
    leave();
    services.metrics.setQueueDepth("event_streams", open.total);
  }
}

async function follow(stream: EventStream, tail: ChainTail, channel: Channel, after: number): Promise<void> {
  let seq = after;
  let commentAt = performance.now() + COMMENT_EVERY_MS;
  await stream.position("open", String(seq));
  while (!stream.closed.aborted) {
    const { events, upTo } = await tail.pageAfter(seq, channel);
    await stream.sendAllShared(events);
    seq = upTo;
    if (events.length === 0) await tail.next(seq, Math.max(0, commentAt - performance.now()), stream.closed);
    if (performance.now() < commentAt) continue;
    await stream.comment("still here");
    commentAt = performance.now() + COMMENT_EVERY_MS;
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

/** Timers take at most 2^31 - 1 milliseconds. */
function msUntil(atMs: number): number {
  return Math.min(Math.max(0, atMs - Date.now()), 2_147_483_647);
}
