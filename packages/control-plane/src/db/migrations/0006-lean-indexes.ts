// Fewer trees to write for each call. What most rows of the chain have in common needs no index: a call's own row is found by
// the audit id that its request id gives, and calls are most of what the chain holds. On SQLite a trigger that reads the row
// before takes the place of an index whose entries land anywhere.

import type { Migration } from "./migration.js";

export const leanIndexes: Migration = {
  name: "0006-lean-indexes",
  statements: (dialect) => [
    "drop index audit_logs_request",
    `create index audit_logs_request on audit_logs (tenant_id, request_id)
      where action <> 'execute' or outcome <> 'allowed'`,
    "drop index audit_logs_action",
    "create index audit_logs_action on audit_logs (tenant_id, action, seq) where action <> 'execute'",
    ...(dialect === "sqlite" ? refuseForks : []),
  ],
};

/**
 * Stronger than the index: a row must follow the one before it, not just another than all the others. It fails rather than
 * aborts, for which SQLite would keep copies of the pages of each insert; the transaction is rolled back anyway.
 */
const refuseForks = [
  "drop index audit_logs_prev_hash",
  `create trigger audit_logs_refuse_fork before insert on audit_logs
    when new.prev_hash is not (
      select event_hash from audit_logs where tenant_id = new.tenant_id and seq = new.seq - 1
    )
    begin select raise(fail, 'a row of audit_logs must follow the row before it'); end`,
];
