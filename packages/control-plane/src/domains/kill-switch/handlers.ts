// Handlers of tag kill-switch. Engaging answers when the connected edges know, or after a second; it never waits inside the
// transaction. Who engaged it is the signed-in user, whatever the request says; its text is kept as a note.

import { type DataOf, isSeen, Refusal } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { readState, type TenantStateRow } from "../../db/state.js";
import type { CallContext, HandlersOf } from "../../http/handler.js";
import { KnownRefusal } from "../../http/known-refusal.js";
import { disengage, engage } from "./store.js";

/** How long engaging waits for edges. */
const ACKNOWLEDGE_WITHIN_MS = 1000;

export const killSwitchHandlers: HandlersOf<"killSwitch"> = {
  async "killSwitch.get"(context, { params }) {
    requireOwnTenant(context, params.tenant_id);
    return stateOf(await context.read(readState));
  },

  async "killSwitch.engage"(context, { params, body }) {
    requireOwnTenant(context, params.tenant_id);
    const reason = requireReason(body);
    const by = signedInSubject(context);
    const note = textOf(body, "engaged_by");
    const state = await context.write(async (tx) => {
      const engaged = await engage(tx, { by, reason, note });
      return { data: engaged, audit: { engaged_by: by, reason, note, already_engaged: !engaged.changed } };
    });
    const { sync } = context.services;
    const edges = await sync.waitForAcknowledgement(context.tenantId, state.state_version, ACKNOWLEDGE_WITHIN_MS);
    return { ...stateOf(state), edges: { acknowledged: edges.acknowledged, pending: [...edges.pending] } };
  },

  async "killSwitch.disengage"(context, { params, body }) {
    requireOwnTenant(context, params.tenant_id);
    const reason = requireReason(body);
    const by = signedInSubject(context);
    const note = textOf(body, "disengaged_by");
    return context.write(async (tx) => {
      const { was, now } = await disengage(tx);
      const audit = { disengaged_by: by, reason, note, was_engaged: was.kill_engaged === 1 };
      return { data: stateOf(now), audit };
    });
  },
};

function requireOwnTenant({ principal, tenantId }: CallContext, named: string): void {
  if (named !== tenantId) throw new KnownRefusal("tenant_mismatch", { principal, tenantId });
}

function requireReason(body: { readonly reason?: string | null | undefined }): string {
  const reason = body.reason?.trim() ?? "";
  if (!isSeen(reason)) throw new Refusal("reason_required");
  return reason;
}

function signedInSubject({ principal }: CallContext): string {
  if (principal.kind === "user" || principal.kind === "agent") return principal.subject;
  throw new Refusal("invalid_token");
}

function textOf(body: object, member: string): string | null {
  const value = Object.hasOwn(body, member) ? (body as Record<string, unknown>)[member] : undefined;
  return typeof value === "string" ? value : null;
}

function stateOf(state: TenantStateRow): DataOf<"killSwitch.get"> {
  if (state.kill_engaged === 0) return { engaged: false };
  return {
    engaged: true,
    engaged_at: formatInstant(state.kill_engaged_at ?? 0),
    engaged_by: state.kill_engaged_by ?? "",
    reason: state.kill_reason ?? "",
  };
}
