// Whether what a call is told as its filter leaves no row out: an empty document, one that every row meets, a condition of SQL that is
// always true. What is read stands without spaces and quotation marks.

/** Documents of MongoDB and its like, as the languages write them: `{}`, `bson.M{}`, `new Document()`, `{where:{}}`. */
const EMPTY =
  /^(?:\w{1,20}=)?(?:(?:bson\.[MD]|new)?\{\{?\}?\}|\{(?:where|filter|query|q):\{\}[,}]|(?:new)?(?:Bson)?Document\(\)|Filters\.empty\(\)|(?:Builders|FilterDefinition)<\w{1,60}>\.(?:Filter\.)?Empty|\(?\w{0,20}\)?=>true)/;
/** Each row has a key, and meets no condition or any. */
const ALWAYS =
  /^(?:\w{1,20}=)?(?:bson\.[MD])?\{(?:_id:(?:bson\.M)?\{\$(?:exists:(?:true|1)|ne:(?:null|None|nil)|nin:\[\])\}|\$expr:(?:true|1)|\$where:(?:true|1|return(?:true|1);?)|\$(?:and|or):\[\{\}\])\}/i;

export function isEveryRow(filter: string): boolean {
  return EMPTY.test(filter) || ALWAYS.test(filter);
}

/** Whether a WHERE that a call is told keeps every row: `where({})`, `Where("1 = 1")`. */
export function keepsEveryRow(condition: string): boolean {
  return isEveryRow(condition) || isAlwaysTrue(condition);
}

const CONDITION = /^(\w{1,20})(?:(={1,3}|[<>]=?|<>|!=)(\w{1,20}))?$/;

/** `true`, `1`, `1=1`, `id=id`, `2>1`. */
function isAlwaysTrue(condition: string): boolean {
  const [, left = "", sign = "", right = ""] = CONDITION.exec(condition) ?? [];
  if (sign === "") return /^(?:true|0*[1-9]\d*)$/i.test(left);
  const areNumbers = /^\d+$/.test(left) && /^\d+$/.test(right);
  if (!areNumbers && left.toLowerCase() !== right.toLowerCase()) return false;
  const difference = areNumbers ? Number(left) - Number(right) : 0;
  if (sign.startsWith("=")) return difference === 0;
  if (sign === "<>" || sign === "!=") return difference !== 0;
  return (sign.endsWith("=") && difference === 0) || (sign.startsWith("<") ? difference < 0 : difference > 0);
}

/** The first of what a call is told: up to a comma that stands in no brackets. */
export function firstTold(told: string): string {
  let depth = 0;
  for (let at = 0; at < told.length; at += 1) {
    const sign = told[at] as string;
    if (sign === "," && depth === 0) return told.slice(0, at);
    if (sign === "(" || sign === "[" || sign === "{") depth += 1;
    else if (sign === ")" || sign === "]" || sign === "}") depth -= 1;
  }
  return told;
}
