// Handlers of tag users. Signing in, and creating users, are tag auth's.

import type { HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { listUsers, userData } from "../auth/index.js";

export const usersHandlers: HandlersOf<"users"> = {
  async "users.list"(context, { query }) {
    const after = decodeCursor("users", query.cursor, ["number", "string"]);
    const rows = await context.read((db) => listUsers(db, after, query.limit));
    return pageOf("users", rows, query.limit, (row) => [row.created_at, row.id], userData);
  },
};
