// Handlers of tag policy. Uploading, testing and simulating have files of their own.

import { formatInstant } from "@portcullis/core";
import type { HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { compiledOf } from "./draft.js";
import { simulatePolicy } from "./simulate.js";
import { listPolicies } from "./store.js";
import { testPolicy } from "./unit-tests.js";
import { uploadPolicy } from "./upload.js";

export const policyHandlers: HandlersOf<"policy"> = {
  async "policy.list"(context, { query }) {
    const after = decodeCursor("policy", query.cursor, ["string"]);
    const rows = await context.read((db) => listPolicies(db, after?.[0] ?? null, query.limit));
    return pageOf(
      "policy",
      rows,
      query.limit,
      (row) => [row.name],
      (row) => ({
        name: row.name,
        ...compiledOf(row),
        source: row.source,
        uploaded_by: row.uploaded_by,
        uploaded_at: formatInstant(row.uploaded_at),
      }),
    );
  },

  "policy.upload": uploadPolicy,
  "policy.test": testPolicy,
  "policy.simulate": simulatePolicy,
};
