// Whether what a call is told as its filter leaves no row out: an empty document, one that every row meets, a condition of SQL that is
// always true. What is read stands without spaces and quotation marks.
import { findDestructiveSql } from "../sql/destructive.js";

/** Documents of MongoDB and its like, as the languages write them: `{}`, `bson.M{}`, `new Document()`, `{where:{}}`. */
const EMPTY =
  /^(?:\w{1,20}=)?(?:(?:bson\.[MD]|new)?\{\{?\}?\}|\{(?:where|filter|query|q):\{\}[,}]|(?:new)?(?:Bson)?Document\(\)|Filters\.empty\(\)|(?:Builders|FilterDefinition)<\w{1,60}>\.(?:Filter\.)?Empty|\(?\w{0,20}\)?=>true)/;
/** Each row has a key, and meets no condition or any. */
const ALWAYS =
  /^(?:\w{1,20}=)?(?:bson\.[MD])?\{(?:_id:(?:bson\.M)?\{\$(?:exists:(?:true|1)|ne:(?:null|None|nil)|nin:\[\])\}|\$expr:(?:true|1)|\$where:(?:true|1|return(?:true|1);?)|\$(?:and|or):\[\{\}\])\}/i;

export function isEveryRow(filter: string): boolean {
  return EMPTY.test(filter) || ALWAYS.test(filter);
}

const LONGEST_CONDITION = 200;

/** Whether a WHERE that a call is told keeps every row: `where({})`, `Where("1 = 1")`. */
export function keepsEveryRow(condition: string): boolean {
  if (isEveryRow(condition) || condition === "true") return true;
  if (condition === "" || condition.length > LONGEST_CONDITION || !/^[\w=<>!]{1,40}$/.test(condition)) return false;
  return findDestructiveSql(`DELETE FROM t WHERE ${condition}`).length > 0;
}

/** The parts of what a call is told, between commas that stand in no brackets. */
export function toldApart(told: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < told.length; at += 1) {
    const sign = told[at] as string;
    if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    else if (sign === "," && depth === 0) {
      parts.push(told.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(told.slice(from));
  return parts;
}
