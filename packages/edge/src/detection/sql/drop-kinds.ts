// The kinds of objects that a DROP may name, in the spellings of PostgreSQL, MySQL, SQLite, T-SQL, Oracle, BigQuery and Snowflake. Data
// only; what is dropped of them, drop-statements reads.

export const DATABASE_KINDS: ReadonlySet<string> = new Set([
  "database",
  "schema",
  "keyspace",
  "catalog",
  "tablespace",
  "dataset",
  "warehouse",
  "owned",
]);
export const TABLE_KINDS: ReadonlySet<string> = new Set(["table", "tables", "collection"]);
export const OBJECT_KINDS: ReadonlySet<string> = new Set(
  "link view index sequence function procedure proc trigger type role user login extension domain policy stage pipe stream task share publication subscription server event package synonym directory aggregate operator column constraint partition snapshot rule materialized assembly certificate credential queue profile routine".split(
    " ",
  ),
);
export const KIND_PREFIXES: ReadonlySet<string> = new Set([
  "temporary",
  "temp",
  "external",
  "foreign",
  "materialized",
  "global",
  "local",
  "unique",
  "pluggable",
  "transient",
  "iceberg",
  "dynamic",
  "virtual",
  "public",
  "row",
  "access",
  "concurrently",
]);
/** Kinds of two words, of which the first is one by itself, or no kind. */
export const DOUBLE_KINDS: ReadonlySet<string> = new Set([
  "snapshot table",
  "search index",
  "vector index",
  "network policy",
  "file format",
  "all row",
]);
/** Kinds that prose drops too: only in capitals. */
export const CAPITAL_KINDS: ReadonlySet<string> = new Set(
  "secret format integration connection macro policies statistics cast collation conversion language group transform method cluster context diskgroup dimension edition library outline service endpoint route contract alert tag application streamlit notebook model assignment capacity reservation key pool monitor measurement shard".split(
    " ",
  ),
);
/** Words in capitals that stand before such a kind, or another. */
export const CAPITAL_PREFIXES: ReadonlySet<string> = new Set(
  "asymmetric symmetric master fulltext spatial partition resource workload masking session password failover replication api storage security notification compute managed application server availability event user text search undo xml primary column encryption message java rollback restore data retention continuous".split(
    " ",
  ),
);
/** The last words of kinds that only stand behind such words. */
export const CAPITAL_ENDS: ReadonlySet<string> = new Set(
  "index catalog stoplist function scheme pool group monitor policy integration role audit session mapping configuration dictionary parser template segment point key type class source table account system collection wrapper query".split(
    " ",
  ),
);
