// Documents that a database without SQL is told by: commands of MongoDB, operations of tools, pipelines that write over a collection.
import { isEveryRow } from "./every-row.js";

/** A command of MongoDB as it is written in a call, without spaces and quotation marks. */
const DROPS =
  /^\{?(?:dropDatabase(?:[:,}]|$)|drop[:,][\w.$-]{1,120}(?:[,}]|$)|delete:[\w.$-]{1,120},deletes:\[\{q:\{\},limit:0)/;

export function isDropDocument(told: string): boolean {
  return DROPS.test(told);
}

type Members = Readonly<Record<string, unknown>>;

const OPERATION_KEY = ["operation", "action", "method", "op", "command", "type"] as const;
const PLACE_KEY = ["collection", "collectionName", "coll", "database", "db", "table", "model"] as const;
const FILTER_KEY = ["filter", "query", "where", "selector", "q"] as const;
const COMMAND_KEY = /^(?:command|cmd|runcommand|query|body|document)$/i;
const PIPELINE_KEY = /^(?:pipeline|stages|aggregate|aggregation)$/i;
const NAME = /^[\w.$-]{1,120}$/;

/** Names of which one at least has a member that is read here: to ask most objects for each of them would cost more than to look. */
const TELLING: ReadonlySet<string> = new Set([...OPERATION_KEY, "dropDatabase", "drop", "deletes"]);

/** Whether an object or a list of a payload, under a key, throws away what a database holds. */
export function isDropValue(value: object, key: string): boolean {
  if (Array.isArray(value)) return PIPELINE_KEY.test(key) && writesOver(value[value.length - 1]);
  if (!Object.keys(value).some((name) => TELLING.has(name))) return false;
  const members = value as Members;
  if (members.dropDatabase === 1 || members.dropDatabase === true) return true;
  if (typeof members.drop === "string" && COMMAND_KEY.test(key)) return isOnlyDrop(members);
  if (Array.isArray(members.deletes) && typeof members.delete === "string") return members.deletes.some(deletesAll);
  return isDropOperation(members) || isDropRequest(members);
}

function writesOver(stage: unknown): boolean {
  return isMembers(stage) && stage.$out !== undefined;
}

/** { drop: "users" } with nothing beside it but what goes with any command. */
function isOnlyDrop(members: Members): boolean {
  const [first, ...others] = Object.keys(members);
  return first === "drop" && NAME.test(String(members.drop)) && others.every((name) => BESIDE.has(name));
}

const BESIDE: ReadonlySet<string> = new Set(["writeConcern", "comment", "$db", "maxTimeMS", "lsid"]);

function deletesAll(deletion: unknown): boolean {
  return isMembers(deletion) && isEmpty(deletion.q) && deletion.limit !== 1;
}

/** What a tool is told to do with a collection: { operation: "deleteMany", collection: "users", filter: {} }. */
function isDropOperation(members: Members): boolean {
  const operation = firstOf(members, OPERATION_KEY);
  if (typeof operation !== "string" || operation.length > 40) return false;
  const name = operation.toLowerCase().replace(/[^a-z]/g, "");
  const hasPlace = PLACE_KEY.some((key) => typeof members[key] === "string");
  if (!hasPlace) return false;
  if (name === "deletemany") return isEmpty(firstOf(members, FILTER_KEY));
  return (
    name === "dropdatabase" || name === "dropcollection" || (name === "drop" && NAME.test(String(members.collection)))
  );
}

/** A request to Elasticsearch in its parts: { method: "DELETE", path: "/logs-*" }. */
function isDropRequest({ method, path, url, endpoint, body }: Members): boolean {
  if (typeof method !== "string") return false;
  const place = [path, endpoint, url].find((each) => typeof each === "string") as string | undefined;
  if (place === undefined || place.length > 400) return false;
  if (/^delete$/i.test(method)) return EVERY_INDEX.test(place);
  return /\/_delete_by_query(?:$|\?)/.test(place) && isMembers(body) && matchesAll(body.query);
}

/** Of a path of one part: all indices, or those of a pattern that is no day's or month's. */
const EVERY_INDEX = /^(?:https?:\/\/[^/\s]{1,200})?\/?(?:_all|\*|%2A|(?![\w.-]{0,60}\d{4})[\w,.-]{0,80}\*)\/?(?:\?|$)/i;

function matchesAll(query: unknown): boolean {
  return isMembers(query) && isMembers(query.match_all) && Object.keys(query).length === 1;
}

function firstOf(members: Members, keys: readonly string[]): unknown {
  for (const key of keys) if (members[key] !== undefined) return members[key];
  return undefined;
}

/** Nothing, an empty document, or one that every row meets. */
function isEmpty(filter: unknown): boolean {
  if (filter === undefined || filter === null) return true;
  if (typeof filter === "string") return filter.length < LONGEST_FILTER && isEveryRow(filter.replace(/[\s"'`]+/g, ""));
  return isEveryRow(written(filter, DEEPEST_FILTER));
}

const LONGEST_FILTER = 400;
/** What keeps every row is short: { _id: { $exists: true } }. */
const DEEPEST_FILTER = 3;

/** A filter as it is written in code, down to a depth; beyond it, what says something else. */
function written(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (depth === 0) return "...";
  if (Array.isArray(value)) return `[${value.slice(0, 2).map((each) => written(each, depth - 1))}]`;
  return `{${Object.entries(value).map(([name, each]) => `${name}:${written(each, depth - 1)}`)}}`;
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
