// How large and how deeply nested a rule may be. Cedar parses and evaluates by recursion, and a rule that exhausts its stack
// breaks the instance for every tenant; measured, it holds out to 60 nested brackets, 100 operators in a row, 100 `if`s.

const MAX_CHARACTERS = 20_000;
const MAX_NESTING = 16;
const MAX_IFS = 10;
/** `&&`, `||` and arithmetic: each nests the tree by one. */
const MAX_OPERATORS = 60;
const MAX_ACCESSES = 200;
/** Operators above one another in the tree. */
export const MAX_TREE_DEPTH = 60;
/** Characters of all patterns of a rule; a comparison of two values counts as `COMPARISON_WORK` of them. */
export const MAX_RULE_WORK = 1000;
/** The same of all rules of a tool, times the characters of the values that they read: some 40 ms of Cedar. */
const MAX_WORK = 50_000_000;

/** How many characters of values rules may be asked about that take this much work for each. */
export function largestValues(work: number): number {
  return Math.floor(MAX_WORK / Math.max(1, work));
}

/** What of a rule's text is too much, before Cedar sees it; null when nothing is. */
export function findExcess(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return `a rule has at most ${MAX_CHARACTERS} characters`;
  // Strings and comments as nothing, in one pass that never goes back.
  const bare = text.replace(/"(?:[^"\\]|\\[\s\S])*"?|\/\/[^\n\r]*/g, '""');
  if (deepestBracket(bare) > MAX_NESTING) return `brackets nest at most ${MAX_NESTING} levels`;
  if (count(bare, /\bif\b/g) > MAX_IFS) return `a rule has at most ${MAX_IFS} ifs`;
  if (count(bare, /&&|\|\||[-+*]/g) > MAX_OPERATORS) return `a rule has at most ${MAX_OPERATORS} of && || + - *`;
  if (count(bare, /\.|\["/g) > MAX_ACCESSES) return `a rule reads at most ${MAX_ACCESSES} attributes`;
  return null;
}

/** Levels of operators in a tree of conditions; stops soon after the bound. */
export function depthOf(conditions: unknown): number {
  let deepest = 0;
  const open: { node: unknown; depth: number }[] = [{ node: conditions, depth: 0 }];
  for (let next = open.pop(); next !== undefined && deepest <= MAX_TREE_DEPTH; next = open.pop()) {
    const { node, depth } = next;
    deepest = Math.max(deepest, depth);
    if (typeof node !== "object" || node === null) continue;
    // An operator is an object of one member that holds its operands; only it adds a level.
    const isOperator = !Array.isArray(node) && Object.keys(node).length === 1;
    for (const inner of Object.values(node)) open.push({ node: inner, depth: isOperator ? depth + 1 : depth });
  }
  return deepest;
}

function deepestBracket(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "(" || character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === ")" || character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
