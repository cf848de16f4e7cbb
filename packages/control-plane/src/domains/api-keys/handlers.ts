// Handlers of tag api-keys.

import { type DataOf, Refusal } from "@portcullis/contract";
import { formatInstant, newId } from "@portcullis/core";
import type { ApiKeyTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { Handlers, HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { revokeTokens } from "../../tokens/token-store.js";
import { guardSecret } from "../auth/index.js";
import { openEdgeSession } from "./edge-session.js";
import { resolveApiKey } from "./resolve.js";
import { insertApiKey, listApiKeys, newApiKey, revokeApiKey } from "./store.js";

export const apiKeysHandlers: HandlersOf<"apiKeys"> = {
  "apiKeys.validate": (context, { body }) => {
    const { services, address } = context;
    return guardSecret(services.store, address, async () => {
      const key = await resolveApiKey(services, body.api_key);
      const user = { id: key.created_by, role: key.creator_role };
      const issued = await services.store.write(key.tenant_id, (tx) =>
        services.tokens.issueUser(tx, user, { id: key.id, scopes: key.scopes }),
      );
      return {
        access_token: issued.token,
        token_type: "bearer",
        expires_in: issued.expiresInS,
        tenant_id: key.tenant_id,
        role: issued.role,
        user_id: user.id,
        scopes: [...key.scopes],
      };
    });
  },

  async "apiKeys.create"(context, { body }) {
    const { principal } = context;
    if (principal.kind !== "user") throw new Refusal("insufficient_role");
    const { raw, prefix, hash } = await newApiKey();
    return context.write(async (tx) => {
      const key: ApiKeyTable = {
        tenant_id: tx.tenantId,
        id: newId(),
        name: body.name,
        key_hash: hash,
        prefix,
        scopes: JSON.stringify([...new Set(body.scopes)]),
        created_by: principal.subject,
        created_at: tx.nowMs,
        revoked_at: null,
      };
      await insertApiKey(tx, key);
      const data = { ...keyData(key), key: raw };
      return { data, audit: { api_key_id: key.id, name: key.name, prefix, scopes: data.scopes } };
    });
  },

  async "apiKeys.list"(context, { query }) {
    const after = decodeCursor("api-keys", query.cursor, ["number", "string"]);
    const rows = await context.read((db) => listApiKeys(db, after, query.limit));
    return pageOf("api-keys", rows, query.limit, (row) => [row.created_at, row.id], keyData);
  },

  async "apiKeys.revoke"(context, { params }) {
    await context.write(async (tx) => {
      const stateVersion = await bumpStateVersion(tx);
      const key = await revokeApiKey(tx, params.key_id);
      if (key === undefined) throw new Refusal("not_found");
      await revokeTokens(tx, { credentialId: key.id }, stateVersion);
      return { data: undefined, audit: { api_key_id: key.id, name: key.name, prefix: key.prefix } };
    });
  },
};

export const edgeSessionHandlers: Pick<Handlers, "edge.session"> = {
  "edge.session": ({ services, address }, { body }) =>
    guardSecret(services.store, address, () => openEdgeSession(services, body)),
};

function keyData(row: ApiKeyTable): DataOf<"apiKeys.list">["items"][number] {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as string[],
    created_by: row.created_by,
    created_at: formatInstant(row.created_at),
    revoked_at: row.revoked_at === null ? null : formatInstant(row.revoked_at),
  };
}
