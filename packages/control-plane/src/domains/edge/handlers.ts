// Handlers of tag edge that decide and record. Session and admission belong to identity.

import { Refusal } from "@portcullis/contract";
import type { CallContext, Handlers } from "../../http/handler.js";

export const edgeHandlers: Pick<Handlers, "edge.decide" | "edge.records"> = {
  async "edge.decide"(context, { body }) {
    const { tenantId, instance } = edgeOf(context);
    return { answers: await context.services.decisions.decide(tenantId, instance, body.calls) };
  },

  async "edge.records"(context, { body }) {
    const { tenantId, instance } = edgeOf(context);
    const acks = await context.services.decisions.record(tenantId, instance, body.records);
    await context.services.sync.acknowledge(tenantId, instance, body.state_version);
    return { acks };
  },
};

function edgeOf({ principal }: CallContext) {
  if (principal.kind !== "edge") throw new Refusal("invalid_edge_session");
  return principal;
}
