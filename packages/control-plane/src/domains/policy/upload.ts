// POST /policy/upload: checks outside the transaction, and writes only if what it was checked against still holds.

import { Refusal } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import type { CallContext, Handler } from "../../http/handler.js";
import { compileDraft, describeDraft } from "./draft.js";
import { type CompiledFile, isSameBase, type PolicyBase, readBase, replacePolicy } from "./store.js";

/** Checks that are made again because a tool or another file changed meanwhile. */
const MAX_ATTEMPTS = 5;

export const uploadPolicy: Handler<"policy.upload"> = async (context, { body }) => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const base = await context.read(readBase);
    const draft = await compileDraft(base, body.name, body.policy);
    const file = describeDraft(draft);
    draft.engine.close();
    const saved = await save(context, base, file, body).catch(refusedAsStale);
    if (saved !== null) return { name: body.name, ...file };
  }
  throw new Refusal("conflict", {
    data: { field: "policy" },
    detail: "Tools or policies kept changing while the file was checked; upload it again.",
  });
};

/** The base changed between the check and the lock; rolls the transaction back. */
class StaleBase extends Error {
  override readonly name = "StaleBase";
}

async function save(
  context: CallContext,
  base: PolicyBase,
  file: CompiledFile,
  body: { readonly name: string; readonly policy: string },
): Promise<true> {
  const by = uploaderOf(context);
  const isEmpty = body.policy.trim() === "" || file.rules.length === 0;
  if (isEmpty && !base.policies.some(({ name }) => name === body.name)) {
    throw new Refusal("not_found", {
      detail: `No policy file has the name '${body.name}': an empty one removes nothing.`,
    });
  }
  return context.write(async (tx) => {
    if (!isSameBase(base, await readBase(tx))) throw new StaleBase();
    const row = {
      tenant_id: tx.tenantId,
      name: body.name,
      revision: newId(),
      source: body.policy,
      compiled: JSON.stringify(file),
      is_active: 1 as const,
      uploaded_by: by,
      uploaded_at: tx.nowMs,
    };
    await replacePolicy(tx, body.name, isEmpty ? null : row);
    const audit = {
      name: body.name,
      uploaded_by: by,
      bundle_revision: file.bundle_revision,
      rules: file.rules.map(({ id }) => id),
      removed: isEmpty,
    };
    return { data: true as const, audit };
  });
}

function refusedAsStale(error: unknown): null {
  if (error instanceof StaleBase) return null;
  throw error;
}

function uploaderOf({ principal }: CallContext): string {
  if (principal.kind === "user") return principal.subject;
  throw new Refusal("insufficient_role");
}
