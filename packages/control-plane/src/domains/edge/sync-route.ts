// GET /edge/sync: the tenant's stream for one edge instance. An edge that reads too slowly is cut off and opens a new one,
// whose snapshot brings it up to date; so does one whose session ran out. One whose API key was revoked does not come back.

import { Refusal, type SyncEvent } from "@portcullis/contract";
import { EventStream } from "../../http/event-stream.js";
import type { RawRoute } from "../../http/raw-route.js";

/** The raw route of `edge.sync`. */
export const edgeSync: RawRoute = {
  authenticatedBy: "contract",
  async handle({ context, reply, signal }) {
    const { principal, services } = context;
    if (principal.kind !== "edge") throw new Refusal("invalid_edge_session");
    const lifetime = AbortSignal.timeout(Math.max(0, principal.expiresAtMs - Date.now()));
    const stream = new EventStream(reply, AbortSignal.any([signal, lifetime]));
    const forward = ({ event, data }: SyncEvent) => void stream.send({ event, data });
    const session = { jti: principal.jti, end: () => stream.close() };
    const follower = { instance: principal.instance, home: "sidecar", session };
    const subscription = await services.sync
      .subscribe(principal.tenantId, forward, follower)
      .catch((error: unknown) => {
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
  },
};
