// The code of an answer that is kept for repeats, so that nobody reads the answer for it.

import type { Migration } from "./migration.js";

export const answerCodes: Migration = {
  name: "0014-answer-codes",
  statements: () => ["alter table idempotency_keys add column answer_code text"],
};
