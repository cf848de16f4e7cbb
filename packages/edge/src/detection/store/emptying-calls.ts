// Calls of clients of databases, of mappers and of queues that throw away all of what these hold: a whole store by the name of the call,
// all rows by a filter that leaves none out, or by a chain that deletes from a table and narrows it nowhere.
import type { Call, CallChain } from "./call-chain.js";
import { isDropDocument } from "./drop-document.js";
import { firstTold, isEveryRow, keepsEveryRow } from "./every-row.js";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** What no other thing is called by than to drop it. */
const DROPS = setOf(
  "dropdatabase dropdb dropdatabaseasync dropcollection dropcollectionasync dropschema dropallschemas dropall dropalltables droptable droptables droptableifexists dropkeyspace ensuredeleted ensuredeletedasync flushall flushallasync flushdb flushdbasync flushdatabase flushalldatabases deletetopic deletetopics deletetable deletecollection deletedataset recursivedelete executedelete executedeleteasync deleteallinbatch",
);
/** The same as things that a client of a cloud is sent. */
const DROP_COMMAND =
  /^delete(?:table|bucket|dbinstance|dbcluster|stack|cluster|topic|index|domain|database|keyspace|filesystem)command$/;
const BY_FILTER = setOf("deletemany deletemanyasync updatemany updatemanyasync");
/** Ways to run a command of the database's own. */
const RUNNERS = setOf("runcommand admincommand command rundatabasecommand");
/** Ways to send one of Redis. */
const SENDERS = setOf("call pcall executecommand sendcommand do send execute");
/** What a table or a class is named by, before rows of it go. */
const TABLES = setOf("knex table from model getrepository query objects createquerybuilder deletefrom db trx");
const DELETERS = setOf("del delete deleteall destroyall truncate clear execute");
const NARROWS =
  /^(?:and|or)?where(?!raw$)|^(?:whereraw|filter|filterby|exclude|having|limit|take|first|last|find|findby|get|getby|join|innerjoin|using|with|in|scoped|slice|sample)$/;

/** Names that are looked at more closely. */
const MAY_EMPTY: ReadonlySet<string> = new Set([
  ...DROPS,
  ...BY_FILTER,
  ...RUNNERS,
  ...SENDERS,
  ..."drop remove destroy sync synchronize bulkwrite aggregate deletebyquery delete".split(" "),
]);

export function emptiesStore({ head, calls }: CallChain): boolean {
  return calls.some((call, at) => empties(head, calls, at, call)) || deletesUnnarrowed(head, calls);
}

function empties(head: string, calls: readonly Call[], at: number, call: Call): boolean {
  const { name } = call;
  if (!MAY_EMPTY.has(name) && !DROP_COMMAND.test(name)) return false;
  const { told } = call;
  if (told === undefined) return false;
  const before = calls[at - 1]?.name ?? "";
  if (DROPS.has(name)) return at > 0 && !calls.some(isNarrowing);
  if (DROP_COMMAND.test(name)) return at === 0;
  // Of nothing and told nothing it is made, and not called.
  if (BY_FILTER.has(name))
    return (at > 0 || told !== "") && keepsAll(name, told) && !calls.slice(at + 1).some(isNarrowing);
  switch (name) {
    case "drop":
      return (told === "" || told.startsWith("{")) && isCollection(head, calls, at);
    case "remove":
      return isCollection(head, calls, at) && isEveryRow(told) && !/,(?:true|\{justOne:true)/.test(told);
    case "destroy":
      return /(?:^\{|,)truncate:true/.test(told) || /^\{where:\{\}/.test(told);
    case "sync":
      return /(?:^\{|,)force:true/.test(told) && (ORMS.test(before) || /^[A-Z]/.test(head));
    case "synchronize":
      return told === "true" && ORMS.test(before);
    case "bulkwrite":
      return /delete_?many:\{filter:\{\}|DeleteMany\(\{\}/i.test(told);
    case "aggregate":
      return /\$out:/.test(told);
    case "deletebyquery":
      return MATCHES_ALL.test(told);
    case "delete":
      return (
        (before === "indices" && told !== "" && !DATED.test(told)) ||
        /(?:^|[{,])delete_?all[:=]true/i.test(told.slice(0, LONGEST_FILTERS))
      );
    default:
      if (RUNNERS.has(name)) return isDropDocument(told);
      return SENDERS.has(name) && /^[[({]*flush(?:all|db)\b/i.test(told);
  }
}

/** What a mapper's connection is called by. */
const ORMS = /^(?:sequelize|db|models?|\w{0,20}connection|\w{0,20}datasource|orm)$/;
/** A query of Elasticsearch that every document meets. */
const MATCHES_ALL = /query[:=]\{match_all:\{/;
/** What holds the days or months of logs goes when its time has come. */
const DATED = /\d{4}[._-]?\d\d/;

/** What keeps every row is short, and so is what stands before it. */
const LONGEST_FILTERS = 256;

function keepsAll(name: string, told: string): boolean {
  if (told === "") return name.startsWith("delete");
  const filters = told.slice(0, LONGEST_FILTERS);
  const first = firstTold(filters);
  if (isEveryRow(first)) return true;
  // Prisma names what it is told: { data: … } without a where.
  if (name.startsWith("update")) return /^\{data:/.test(first) && !/[{,]where:/.test(first);
  // Go: the context comes first.
  return /^(?:ctx|context\.\w{1,12}\(\)|c|_)$/.test(first) && isEveryRow(firstTold(filters.slice(first.length + 1)));
}

/** Whether what stands before a call is a collection of a database, or all of one. */
function isCollection(head: string, calls: readonly Call[], at: number): boolean {
  const before = calls[at - 1]?.name ?? "";
  if (/(?:collection|coll|collections)$|^sequelize$/.test(before)) return true;
  return head === "db" && at >= 1;
}

/** A chain that deletes, begins at a table or a class, and says nowhere which rows. */
function deletesUnnarrowed(head: string, calls: readonly Call[]): boolean {
  const last = calls[calls.length - 1] as Call;
  if (calls.length < 2 || !DELETERS.has(last.name) || calls.some(isNarrowing)) return false;
  const isBare = last.told === undefined || last.told === "" || /^synchronize_session=/.test(last.told);
  const before = calls.slice(0, -1);
  const hasTable = before.some(({ name }, at) => TABLES.has(name) && (at > 0 || before[0]?.told));
  switch (last.name) {
    case "execute":
      // What a builder made before: deleteFrom(…), truncate(…), delete().from(…).
      return (
        isBare && before.some(({ name, told }, at) => (DELETES_FROM.test(name) && told) || deletesFrom(before, at))
      );
    case "deleteall":
    case "destroyall":
      // Of a class or a repository; of what belongs to one row it is bounded by it.
      return isBare && /^[A-Z]|^(?:realm|index)$|[rR]epo(?:sitory)?$/.test(head) && before.every(isClassLike);
    case "truncate":
      return isBare && (hasTable || /^(?:[A-Z]\w{0,60}|knex|DB)$/.test(head));
    case "clear":
      return isBare && before.some(({ name }) => name === "getrepository");
    case "delete": {
      const isModel = /^&?\[?\]?\w{1,60}(?:\.\w{1,60})?\{\}$/.test(last.told ?? "");
      // GORM deletes all only where it is told to.
      if (isModel) return before.some(({ told = "" }) => /AllowGlobalUpdate:true/.test(told) || keepsEveryRow(told));
      return isBare && last.told !== undefined && hasTable;
    }
    default:
      return isBare && hasTable;
  }
}

const DELETES_FROM = /^(?:deletefrom|truncate|truncatetable)$/;

/** `createQueryBuilder().delete().from(User)` */
function deletesFrom(calls: readonly Call[], at: number): boolean {
  return calls[at]?.name === "delete" && calls[at]?.told === "" && calls[at - 1]?.name === "createquerybuilder";
}

function isClassLike({ name, told }: Call): boolean {
  return told === undefined || told === "" || name === "all" || name === "unscoped";
}

/** Whether a call says which rows: any WHERE but one that keeps them all. */
function isNarrowing(call: Call): boolean {
  return NARROWS.test(call.name) && call.told !== undefined && !keepsEveryRow(call.told);
}
