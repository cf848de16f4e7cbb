// Decides whether a WHERE leaves out any row: a condition that is always true, or as good as, is no condition. It claims that
// only of what it went through case by case; what it cannot read, or what has too many cases, leaves rows out.
import { type Expression, gatherColumns, negated } from "./expression.js";
import { parseCondition } from "./expression-parser.js";
import type { SqlToken } from "./lexer.js";
import { type Trust, Weigher } from "./truth.js";
import { FALSE, NULL } from "./truth-values.js";

/**
 * How many rows a condition keeps: `every` row of any table; `filled`, all but rows with NULL in a column that it reads, where
 * columns hold values of the kind they are compared with; `likely`, the same where keys are positive numbers besides.
 */
export type Coverage = "every" | "filled" | "likely";

export interface Judgement {
  /** undefined: rows are left out, or it is not known. */
  readonly coverage: Coverage | undefined;
  /** What the judgement cost: parts of the condition that were looked at. */
  readonly steps: number;
}

const LEVELS: readonly (readonly [Coverage, Trust])[] = [
  ["likely", "keys"],
  ["filled", "kinds"],
  ["every", "nothing"],
];
const MOST_CASES = 128;

/**
 * What the condition in `tokens` keeps of the table that `tables` names; an empty one keeps every row. `owners` names all tables that
 * each row has a part of, where more are joined.
 */
export function judgeCondition(
  tokens: readonly SqlToken[],
  tables: ReadonlySet<string> = new Set(),
  mostSteps = 2000,
  owners: ReadonlySet<string> = tables,
): Judgement {
  if (tokens.length === 0) return { coverage: "every", steps: 0 };
  const condition = pushNot(parseCondition(tokens, tables), false);
  let coverage: Coverage | undefined;
  let steps = tokens.length;
  for (const [level, trust] of LEVELS) {
    const coverer = new Coverer(trust, tables, owners, mostSteps - steps);
    const isCovered = coverer.covers(condition);
    steps += coverer.steps;
    if (!isCovered) break;
    coverage = level;
  }
  return { coverage, steps };
}

class Coverer {
  steps = 0;

  constructor(
    private readonly trust: Trust,
    private readonly tables: ReadonlySet<string>,
    private readonly owners: ReadonlySet<string>,
    private readonly mostSteps: number,
  ) {}

  covers(condition: Expression): boolean {
    if (condition.kind === "and") return condition.parts.every((part) => this.covers(part));
    if (condition.kind !== "or") return this.coversCases(condition);
    // Parts that read no column in common say nothing about each other.
    return groupParts(condition.parts).some((parts) =>
      parts.length === 1 ? this.covers(parts[0] as Expression) : this.coversCases({ kind: "or", parts }),
    );
  }

  /** Whether the condition is true in every case, or only NULL, and that for want of a value. */
  private coversCases(condition: Expression): boolean {
    const weigher = new Weigher(this.trust, this.tables, this.owners);
    const before = this.steps;
    for (let cases = 0; cases < MOST_CASES && this.steps < this.mostSteps; cases += 1) {
      const truth = weigher.weigh(condition);
      this.steps = before + weigher.steps;
      if ((truth & FALSE) !== 0) return false;
      if ((truth & NULL) !== 0 && (this.trust === "nothing" || !weigher.hasNull)) return false;
      if (!weigher.next()) return true;
    }
    return false;
  }
}

interface Group {
  readonly columns: Set<string>;
  readonly parts: Expression[];
}

/** Stands for the columns of a part that reads none. */
const NO_COLUMN = "";

/** The parts in groups that share a column. */
function groupParts(parts: readonly Expression[]): Expression[][] {
  const groups = new Set<Group>();
  const homes = new Map<string, Group>();
  for (const part of parts) {
    const columns = new Set<string>();
    gatherColumns(part, columns);
    if (columns.size === 0) columns.add(NO_COLUMN);
    const known = [...columns].map((name) => homes.get(name)).filter((group) => group !== undefined);
    const group: Group = known[0] ?? { columns, parts: [] };
    groups.add(group);
    group.parts.push(part);
    for (const name of columns) group.columns.add(name);
    for (const other of new Set(known.slice(1))) {
      if (other === group) continue;
      groups.delete(other);
      group.parts.push(...other.parts);
      for (const name of other.columns) columns.add(name);
    }
    for (const name of columns) {
      group.columns.add(name);
      homes.set(name, group);
    }
  }
  return [...groups].map((group) => group.parts);
}

/** The same condition with NOT moved inside AND and OR. */
function pushNot(condition: Expression, isNegated: boolean): Expression {
  if (condition.kind === "not") return pushNot(condition.inner, !isNegated);
  // What is the same for each row is so as well when it is turned round.
  if (condition.kind === "same") return { kind: "same", inner: negated(condition.inner, isNegated) };
  if (condition.kind !== "and" && condition.kind !== "or") return negated(condition, isNegated);
  const kind = isNegated ? (condition.kind === "and" ? "or" : "and") : condition.kind;
  const parts = condition.parts
    .map((part) => pushNot(part, isNegated))
    // A list within a list of its own kind is one list.
    .flatMap((part) => (part.kind === kind ? part.parts : [part]));
  return { kind, parts };
}
