// The session of one edge instance: an API key of scope `edge`, exchanged once for a short token of that instance.

import { type DataOf, type InputOf, Refusal } from "@portcullis/contract";
import { sha256Hex } from "@portcullis/core";
import { sql } from "kysely";
import type { TenantTx } from "../../db/tx.js";
import type { Services } from "../../services.js";
import { resolveApiKey } from "./resolve.js";

type Opening = InputOf<"edge.session">["body"];

/** Opens it. Refuses `invalid_api_key`, `insufficient_scope`, `conflict` (the instance id is another key's, or folder's). */
export async function openEdgeSession(services: Services, opening: Opening): Promise<DataOf<"edge.session">> {
  const { store, tokens } = services;
  const key = await resolveApiKey(services, opening.api_key);
  if (!key.scopes.includes("edge") && !key.scopes.includes("admin")) {
    throw new Refusal("insufficient_scope", { detail: "An edge has an API key with the scope edge or admin." });
  }
  const { instance, folder_secret } = opening;
  const owner = { keyId: key.id, folderHash: folder_secret === undefined ? null : sha256Hex(folder_secret) };
  return store.write(key.tenant_id, async (tx) => {
    await keepInstance(tx, opening, owner);
    await claimInstances(tx, instance, opening.previous_instances, owner);
    const issued = await tokens.issueEdgeSession(tx, { instance, apiKeyId: key.id });
    return { session_token: issued.token, expires_in: issued.expiresInS, tenant_id: key.tenant_id, instance };
  });
}

/** By what an instance is known: its data folder, or its key where it came without one. */
interface Owner {
  readonly keyId: string;
  readonly folderHash: string | null;
}

async function keepInstance(tx: TenantTx, { instance, home, version }: Opening, owner: Owner): Promise<void> {
  const result = await tx.query
    .insertInto("edge_instances")
    .values({
      tenant_id: tx.tenantId,
      instance,
      api_key_id: owner.keyId,
      home,
      version,
      folder_hash: owner.folderHash,
      successor: null,
      connected_at: null,
      last_seen_at: tx.nowMs,
      acknowledged_version: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "instance"])
        .doUpdateSet({ home, version, last_seen_at: tx.nowMs })
        .where(sql<boolean>`edge_instances.api_key_id = ${owner.keyId} and
          (edge_instances.folder_hash is null or edge_instances.folder_hash = ${owner.folderHash})`),
    )
    .executeTakeFirst();
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) throw new Refusal("conflict", { data: { field: "instance" } });
}

/**
 * An instance carries on earlier ones of its folder, which the folder's secret proves, whichever key they had. Those that came
 * without a secret, as older edges do, are known by their key; others' are left alone. The folder is one process's at a time, so the
 * earlier ones have ended: nobody waits for their acknowledgements any more.
 */
async function claimInstances(
  tx: TenantTx,
  instance: string,
  previous: readonly string[],
  { keyId, folderHash }: Owner,
): Promise<void> {
  const others = previous.filter((id) => id !== instance);
  if (others.length === 0) return;
  await tx.query
    .updateTable("edge_instances")
    .set({ successor: instance, connected_at: null })
    .where("tenant_id", "=", tx.tenantId)
    .where("instance", "in", others)
    .where((is) =>
      is.or([
        is("folder_hash", "=", folderHash),
        is.and([is("folder_hash", "is", null), is("api_key_id", "=", keyId)]),
      ]),
    )
    .execute();
}
