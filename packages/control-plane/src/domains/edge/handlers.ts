// Handlers of tag edge that decide and record. Session and admission belong to identity.

import { Refusal } from "@portcullis/contract";
import type { CallContext, Handlers } from "../../http/handler.js";
import { reportDefinitions } from "../registry/index.js";

export const edgeHandlers: Pick<Handlers, "edge.decide" | "edge.records"> = {
  async "edge.decide"(context, { body }) {
    return context.services.decisions.exchange(edgeOf(context).session, body.calls, body.records);
  },

  async "edge.records"(context, { body }) {
    const { tenantId, instance, session } = edgeOf(context);
    const acks = await context.services.decisions.recordRest(session, body.records);
    await context.services.sync.acknowledge(tenantId, instance, body.state_version);
    if (body.tool_definitions === undefined) return { acks };
    const reports = body.tool_definitions;
    return { acks, tool_definitions: await reportDefinitions(context.services, tenantId, instance, reports) };
  },
};

function edgeOf({ principal }: CallContext) {
  if (principal.kind !== "edge") throw new Refusal("invalid_edge_session");
  return principal;
}
