// GET /edge/sync: the tenant's stream for one edge instance. An edge that reads too slowly is cut off and opens a new one,
// whose snapshot brings it up to date; so does one whose session ran out. One whose API key was revoked does not come back. An
// instance's new stream ends the one that it had.

import { Refusal, type SyncEvent } from "@portcullis/contract";
import { EventStream } from "../../http/event-stream.js";
import type { RawCall, RawRoute } from "../../http/raw-route.js";
import { EdgeStreams } from "./edge-streams.js";

/** The raw route of `edge.sync`; one of each process, which counts its streams. */
export function openEdgeSync(): RawRoute {
  const streams = new EdgeStreams();
  return { authenticatedBy: "contract", handle: (call) => syncEdge(call, streams) };
}

async function syncEdge({ context, reply, signal }: RawCall, streams: EdgeStreams): Promise<void> {
  const { principal, services } = context;
  if (principal.kind !== "edge") throw new Refusal("invalid_edge_session");
  const { tenantId, instance, jti } = principal;
  const place = streams.enter(tenantId, instance);
  try {
    const lifetime = AbortSignal.timeout(Math.max(0, principal.expiresAtMs - Date.now()));
    const stream = new EventStream(reply, AbortSignal.any([signal, lifetime, place.replaced]));
    const forward = (event: SyncEvent) => void stream.sendShared(event);
    const follower = { instance, home: "sidecar", session: { jtis: [jti], end: () => stream.close() } };
    const subscription = await services.sync.subscribe(tenantId, forward, follower).catch((error: unknown) => {
      services.log.error({ err: error }, "an edge's stream could not be opened");
      stream.close();
      return null;
    });
    if (subscription === null) return;
    await new Promise<void>((resolve) => {
      if (stream.closed.aborted) resolve();
      else stream.closed.addEventListener("abort", () => resolve(), { once: true });
    });
    await subscription.close();
  } finally {
    place.leave();
  }
}
