// Writes down as findings what the parts of a scan found in the string at hand: code, severity, place and view.
import type { ArgumentFinding } from "./argument/argument-text.js";
import { isProjectRemoval } from "./argument/shell-string.js";
import type { Layer } from "./decode/layer.js";
import type { FindingCollector } from "./finding-collector.js";
import { severityOf, type View } from "./findings.js";
import type { RuleMatch } from "./injection/match.js";
import type { Reading } from "./injection/readings.js";
import { INJECTION_RULES } from "./injection/rule-table.js";
import { DEFAULT_INJECTION_THRESHOLD } from "./options.js";
import type { TenantMatch } from "./tenant-phrases.js";
import type { TextNotes } from "./text/text-notes.js";
import type { Leaf } from "./walk.js";

/** How a text came out of the leaf that it stands in. */
type Origin = Pick<Layer, "chain" | "place">;

const MOST_MATCHES_LISTED = 20;
const REMOVAL = "shell/remove-recursively";

const INVISIBLE_TAGS = {
  code: "invisible_text",
  severity: "medium",
  score: 0.7,
  rule_id: "invisible/tags",
} as const;
const INVISIBLE_BETWEEN_LETTERS = {
  code: "invisible_text",
  severity: "medium",
  score: 0.5,
  rule_id: "invisible/between-letters",
} as const;

export class FindingWriter {
  constructor(private readonly found: FindingCollector) {}

  /** Each reading that fires: its strongest match with the score of all, and the others that would be reported alone. */
  addReadings(leaf: Leaf, origin: Origin, readings: readonly Reading[]): void {
    for (const reading of readings) {
      const { byFamily, total, matches } = reading.cluster;
      this.found.note("injection", total);
      for (const [family, score] of Object.entries(byFamily)) this.found.note(family, score);
      const top = matches[0];
      if (top === undefined || !this.found.fires(reading)) continue;
      this.addMatch(leaf, origin, reading, top, scoreOf(reading));
      let listed = 0;
      for (const match of reading.matches) {
        if (
          match.score < DEFAULT_INJECTION_THRESHOLD ||
          match === top ||
          (match.rule === top.rule && match.start === top.start)
        )
          continue;
        if (origin.place !== undefined || listed >= MOST_MATCHES_LISTED) break;
        listed += 1;
        this.addMatch(leaf, origin, reading, match, match.score);
      }
    }
  }

  private addMatch(leaf: Leaf, { chain, place }: Origin, { view }: Reading, match: RuleMatch, score: number): void {
    const rule = INJECTION_RULES[match.rule] as (typeof INJECTION_RULES)[number];
    const at = place ?? match;
    this.found.add(
      {
        code: "prompt_injection_detected",
        severity: severityOf(score),
        score: Math.round(score * 1e4) / 1e4,
        path: leaf.path,
        start: at.start,
        end: at.end,
        view: viewOf(view, chain),
        rule_id: rule.id,
      },
      leaf,
    );
  }

  /** What a text would do, less the removals of a project's own files that a string of a program spells. */
  addArguments(leaf: Leaf, { text, chain, place }: Layer, hits: readonly ArgumentFinding[]): void {
    if (hits.length === 0) return;
    const isLiteral = chain.length === 1 && chain[0] === "literal" && place !== undefined;
    const { path } = leaf;
    const view = viewOf("plain", chain);
    for (const { code, severity, score, start, end, rule_id } of hits) {
      const at = place ?? { start, end };
      if (isLiteral && rule_id === REMOVAL && isProjectRemoval(leaf.text, at.start - 1, text.slice(start))) continue;
      this.found.addScored({ code, severity, score, start: at.start, end: at.end, rule_id, path, view }, leaf);
    }
  }

  /** What a list or an object would do as a whole. */
  addContainer(path: string, { code, severity, score, rule_id }: Omit<ArgumentFinding, "start" | "end">): void {
    this.found.addScored({ code, severity, score, path, start: 0, end: 0, view: "plain", rule_id }, { isKey: false });
  }

  /** That something was found behind an encoding. */
  addEncoded(leaf: Leaf, start: number, end: number, encoding: string): void {
    this.found.addScored(
      {
        code: "encoded_payload",
        severity: "high",
        score: 0.8,
        path: leaf.path,
        start,
        end,
        view: "plain",
        rule_id: `encoded/${encoding}`,
      },
      leaf,
    );
  }

  /** That a text holds what no one sees. */
  addInvisible(leaf: Leaf, { invisible, firstInvisible, hiddenAscii }: TextNotes): void {
    const { path, text } = leaf;
    if (hiddenAscii > 8)
      this.found.addScored({ ...INVISIBLE_TAGS, path, start: 0, end: text.length, view: "plain" }, leaf);
    if (invisible >= 3)
      this.found.addScored(
        { ...INVISIBLE_BETWEEN_LETTERS, path, start: firstInvisible, end: firstInvisible + 1, view: "plain" },
        leaf,
      );
  }

  addTenantMatches(leaf: Leaf, { chain, place }: Origin, matches: readonly TenantMatch[]): void {
    for (const match of matches) {
      const at = place ?? match;
      this.found.addScored(
        {
          code: "tenant_phrase",
          severity: severityOf(match.score),
          score: match.score,
          path: leaf.path,
          start: at.start,
          end: at.end,
          view: viewOf("plain", chain),
          rule_id: `tenant/${match.id}`,
        },
        leaf,
      );
    }
  }
}

/** The score of the finding that a reading makes. */
export function scoreOf({ cluster: { total, matches } }: Reading): number {
  return Math.max(total, matches[0]?.score ?? 0);
}

function viewOf(view: Reading["view"], chain: readonly string[]): View {
  if (chain.length === 0) return view;
  return `decoded:${[...chain, ...(view === "plain" ? [] : [view])].join(">")}`;
}
