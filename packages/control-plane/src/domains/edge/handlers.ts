// Handlers of tag edge that decide and record. Session and admission belong to identity.

import { type DecideAnswer, Refusal } from "@portcullis/contract";
import { parseJson } from "@portcullis/core";
import type { CallContext, Handlers } from "../../http/handler.js";
import { reportDefinitions } from "../registry/index.js";

export const edgeHandlers: Pick<Handlers, "edge.decide" | "edge.records"> = {
  async "edge.decide"(context, { body }) {
    const { answers, acks } = await context.services.decisions.exchange(
      edgeOf(context).session,
      body.calls,
      body.records,
    );
    return { answers: body.takes_text ? answers : answers.map(withValue), acks };
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

/** The answer as edges take it that do not take text. */
function withValue(answer: DecideAnswer): DecideAnswer {
  return answer.verdict === "replay" ? { ...answer, text: "", body: parseJson(answer.text) } : answer;
}

function edgeOf({ principal }: CallContext) {
  if (principal.kind !== "edge") throw new Refusal("invalid_edge_session");
  return principal;
}
