// Scans one string after another with one set of options, and gathers the findings: the readings of the injection rules,
// what decodes to text, and the findings about arguments (SQL, shell, paths, addresses, secrets).
import { commandLineOf } from "./argument/argument-list.js";
import { EMPTIED_STORE, type Interest, scanArgumentText } from "./argument/argument-text.js";
import { FieldReadings } from "./argument/field-readings.js";
import { isProjectRemoval } from "./argument/shell-string.js";
import { CompiledRules, type RulesAt } from "./compiled-rules.js";
import type { DecodedRun } from "./decode/decoded-run.js";
import { decodeInPlace } from "./decode/in-place.js";
import { DEEPEST_DECODING, decodeApart, isPlain, type Layer, layerOf, type Place } from "./decode/layer.js";
import { textOfNumbers } from "./decode/numbers.js";
import { ReadLayers, undoneIn } from "./decode/read-layers.js";
import { FindingCollector } from "./finding-collector.js";
import { type Finding, severityOf, type View } from "./findings.js";
import { findCluster } from "./injection/cluster.js";
import type { RuleMatch } from "./injection/match.js";
import { type Judgement, judgeText, noteText, type Reading } from "./injection/readings.js";
import { INJECTION_RULES } from "./injection/rule-table.js";
import { scoreText } from "./linear/score.js";
import { DEFAULT_INJECTION_THRESHOLD, type ScanOptions } from "./options.js";
import { PURPOSE_WEIGHTS } from "./purpose-weights.js";
import { joinStrings } from "./split-strings.js";
import { isDropValue } from "./store/drop-document.js";
import { compileTenantRules, findTenantRules, type TenantMatcher } from "./tenant-phrases.js";
import { SHELL_WORD, SQL_WORD, STORE_WORD } from "./text/command-words.js";
import { type Lexicon, lexicon } from "./text/lexicon.js";
import { Stretches } from "./text/stretches.js";
import type { Leaf } from "./walk.js";
import { Work } from "./work.js";

const MOST_MATCHES_LISTED = 20;
/** Shortest text that can hold an order: six letters of Chinese. */
const SHORTEST_TEXT = 6;
/** Shorter strings are read in every way, whatever they say. */
const LONG_TEXT = 1024;
const REMOVAL = "shell/remove-recursively";

interface CompiledOptions {
  readonly rules: CompiledRules;
  readonly tenant: TenantMatcher | undefined;
}

/** A tenant's options stay the same object from call to call. */
const compiledOptions = new WeakMap<ScanOptions, CompiledOptions>();

function compile(options: ScanOptions): CompiledOptions {
  const known = compiledOptions.get(options);
  if (known !== undefined) return known;
  const compiled = {
    rules: new CompiledRules(options),
    tenant: compileTenantRules(options.tenantPhrases ?? [], options.tenantPatterns ?? []),
  };
  compiledOptions.set(options, compiled);
  return compiled;
}

export class LeafScanner {
  private readonly found: FindingCollector;
  private readonly work = new Work();
  private leftOut = false;
  /** What is known of the string at hand: its layers repeat it. */
  private readonly readings = new FieldReadings();
  private readonly layers = new ReadLayers();
  private readonly dictionary: Lexicon = lexicon();
  private readonly weights: readonly number[];
  private readonly compiled: CompiledOptions;
  /** Encodings that were undone to come to the text at hand. */
  private depth = 0;
  /** Whether the string at hand is so long that more readings of it than are needed would cost much. */
  private isLong = false;
  private resemblance = 0;
  private readonly interest: Interest = {
    wants: (part, characters) => {
      if ((part !== "other" && this.found.isSettled(part)) || this.leavesOut()) return false;
      this.work.spend(characters);
      return true;
    },
    settles: (ruleId, severity) => this.isLong && severity === "critical" && !this.found.rules.isOff(ruleId),
  };
  private readonly settlesInjection = (reading: Reading): boolean =>
    this.isLong && severityOf(scoreOf(reading)) === "critical" && this.found.fires(reading);
  private readonly weigh = (match: RuleMatch): number =>
    Math.min(0.98, match.score * (this.weights[match.rule] as number));

  constructor(private readonly options: ScanOptions) {
    this.weights = PURPOSE_WEIGHTS[options.purpose ?? "arguments"];
    this.compiled = compile(options);
    this.found = new FindingCollector(options.thresholds);
  }

  scanLeaf(leaf: Leaf): void {
    const rules = this.compiled.rules.at(leaf.path);
    if (rules === undefined) return;
    this.begin(rules, leaf.text);
    if (this.compiled.tenant !== undefined && leaf.text.length < SHORTEST_TEXT) {
      this.addTenantRules(leaf, leaf.text, [], undefined);
    }
    if (!leaf.isKey || leaf.text.length >= SHORTEST_TEXT) this.scanText(leaf, { text: leaf.text, chain: [], depth: 0 });
    if (this.options.linear?.enabled === true) this.resemblance = Math.max(this.resemblance, scoreText(leaf.text));
  }

  /** A command whose words stand apart; its place is the list or object that holds them. */
  scanContainer(value: object, path: string, key: string): void {
    this.scanNumbers(value, path, key);
    this.scanDocument(value, path, key);
    this.scanSplit(value, path, key);
    const line = commandLineOf(value, key);
    const rules = line === undefined ? undefined : this.compiled.rules.at(path);
    if (line === undefined || rules === undefined) return;
    this.begin(rules, "");
    for (const each of scanArgumentText(line, "command", SHELL_WORD | STORE_WORD, false)) {
      if (each.code !== "destructive_shell") continue;
      this.found.addScored({ ...each, path, start: 0, end: 0, view: "plain" }, { isKey: false });
    }
  }

  /** A command to a database as a document; its place is the object or list. */
  private scanDocument(value: object, path: string, key: string): void {
    const rules = isDropValue(value, key) ? this.compiled.rules.at(path) : undefined;
    if (rules === undefined) return;
    this.begin(rules, "");
    this.found.addScored({ ...EMPTIED_STORE, path, start: 0, end: 0, view: "plain" }, { isKey: false });
  }

  /** Text in the bytes of a list of numbers; its place is the list. */
  private scanNumbers(value: object, path: string, key: string): void {
    const text = Array.isArray(value) && typeof value[0] === "number" ? textOfNumbers(value) : undefined;
    const rules = text === undefined ? undefined : this.compiled.rules.at(path);
    if (text === undefined || rules === undefined) return;
    this.begin(rules, text);
    const leaf = { text, path, key, isKey: false };
    const before = this.found.findings.length;
    this.scanText(leaf, { text, chain: ["decimal"], depth: 1, place: { start: 0, end: 0 } });
    if (this.found.findings.length > before) this.addEncoded(leaf, 0, 0, "decimal");
  }

  /** An order that is spread over neighbouring strings; its place is the list or object that holds them. */
  private scanSplit(value: object, path: string, key: string): void {
    const split = joinStrings(value);
    const rules = split === undefined ? undefined : this.compiled.rules.at(path);
    if (split === undefined || rules === undefined) return;
    const { readings } = judgeText(
      split.text,
      this.dictionary,
      rules.isInjectionRuleOff,
      this.weigh,
      new Stretches([]),
      () => true,
    );
    const over = readings
      .filter(({ view }) => view === "plain")
      .flatMap(({ matches }) => matches)
      .filter(({ start, end }) => split.edges.some((edge) => start < edge && edge < end));
    const cluster = findCluster(over);
    if (cluster === undefined) return;
    this.begin(rules, "");
    const leaf = { text: split.text, path, key, isKey: false };
    this.addReadings(leaf, [], { start: 0, end: 0 }, [{ view: "plain", cluster, matches: over }]);
  }

  /** Forgets what was noted about the string before. */
  private begin(rules: RulesAt, text: string): void {
    this.found.begin(rules);
    this.work.allow(text.length);
    this.isLong = text.length >= LONG_TEXT;
    this.readings.clear();
    this.layers.clear();
  }

  /** The findings so far. */
  finish(): Finding[] {
    return this.found.findings;
  }

  /** Whether something that is encoded was left out, in a string that is known to be an attack. */
  isTruncated(): boolean {
    return this.leftOut;
  }

  /** The highest score of the linear layer so far, 0 to 1; 0 when it is off. */
  linearScore(): number {
    return this.resemblance;
  }

  /** The highest score of each family, by name. */
  signals(): Record<string, number> {
    return this.found.signals();
  }

  private scanText(leaf: Leaf, layer: Layer): void {
    const { text, chain, place } = layer;
    this.depth = layer.depth;
    const known = this.layers.find(layer);
    if (known !== undefined) {
      if (undoneIn(layer) >= known.undone) return;
      known.undone = undoneIn(layer);
      this.scanRuns(leaf, layer, [...(layer.isUndone ? [] : decodeInPlace(text)), ...decodeApart(layer, known.notes)]);
      return;
    }
    if (this.leavesOut()) return;
    // A text too short to hold an order is read for any command.
    let commands = SQL_WORD | SHELL_WORD | STORE_WORD;
    let runs: DecodedRun[] = [];
    const mayDecode = layer.depth < DEEPEST_DECODING;
    if (text.length >= SHORTEST_TEXT) {
      // What is decoded in place is judged decoded; squashed, its digits would read as letters.
      const inPlace = mayDecode && !layer.isUndone ? decodeInPlace(text) : [];
      const decoded = new Stretches(inPlace);
      const judgement = this.found.isSettled("prompt_injection_detected")
        ? noteText(text, this.dictionary)
        : judgeText(
            text,
            this.dictionary,
            this.found.rules.isInjectionRuleOff,
            this.weigh,
            decoded,
            this.settlesInjection,
          );
      this.work.spend(judgement.characters);
      commands = judgement.notes.commands;
      this.addReadings(leaf, chain, place, judgement.readings);
      if (chain.length === 0) this.addInvisible(leaf, judgement);
      if (this.compiled.tenant !== undefined) this.addTenantRules(leaf, text, chain, place);
      if (mayDecode) runs = [...inPlace, ...decodeApart(layer, judgement.notes)];
      this.layers.keep(layer, judgement.notes);
    }
    if (!leaf.isKey) this.addArguments(leaf, text, chain, place, commands);
    this.scanRuns(leaf, layer, runs);
  }

  /** Scans what was decoded from a layer. */
  private scanRuns(leaf: Leaf, layer: Layer, runs: readonly DecodedRun[]): void {
    for (const run of runs) {
      // Strings of a program hide nothing by being such, and hold less than it; those of a long attack may be there to cost much.
      if (run.encoding === "literal" && !(this.isLong && this.found.isAttack)) this.work.allow(run.text.length);
      const before = this.found.findings.length;
      this.scanText(leaf, layerOf(layer, run));
      // A string of a program is escaped because it must be, and not to hide what it says.
      if (layer.chain.length === 0 && run.encoding !== "literal" && this.found.findings.length > before)
        this.addEncoded(leaf, run.start, run.end, run.encoding);
    }
  }

  /**
   * Whether the text at hand is left out, and says so: one that is decoded from a string that is known to be an attack, where
   * every part has read its share. Any other string is looked through whatever it costs.
   */
  private leavesOut(): boolean {
    if (this.depth === 0 || !this.found.isAttack || !this.work.isSpent) return false;
    this.leftOut = true;
    return true;
  }

  private addArguments(
    leaf: Leaf,
    text: string,
    chain: readonly string[],
    place: Place | undefined,
    commands: number,
  ): void {
    const hits = scanArgumentText(text, leaf.key, commands, isPlain(chain), this.interest, this.readings);
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

  private addReadings(
    leaf: Leaf,
    chain: readonly string[],
    place: Place | undefined,
    readings: readonly Reading[],
  ): void {
    for (const reading of readings) {
      const { byFamily, total, matches } = reading.cluster;
      this.found.note("injection", total);
      for (const [family, score] of Object.entries(byFamily)) this.found.note(family, score);
      const top = matches[0];
      if (top === undefined || !this.found.fires(reading)) continue;
      this.addMatch(leaf, chain, place, reading, top, scoreOf(reading));
      let listed = 0;
      for (const match of reading.matches) {
        if (
          match.score < DEFAULT_INJECTION_THRESHOLD ||
          match === top ||
          (match.rule === top.rule && match.start === top.start)
        )
          continue;
        if (place !== undefined || listed >= MOST_MATCHES_LISTED) break;
        listed += 1;
        this.addMatch(leaf, chain, place, reading, match, match.score);
      }
    }
  }

  private addMatch(
    leaf: Leaf,
    chain: readonly string[],
    place: Place | undefined,
    reading: Reading,
    match: RuleMatch,
    score: number,
  ): void {
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
        view: viewOf(reading.view, chain),
        rule_id: rule.id,
      },
      leaf,
    );
  }

  private addEncoded(leaf: Leaf, start: number, end: number, encoding: string): void {
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

  private addInvisible(leaf: Leaf, judgement: Judgement): void {
    const { invisible, firstInvisible, hiddenAscii } = judgement.notes;
    if (hiddenAscii > 8) {
      this.found.addScored(
        {
          code: "invisible_text",
          severity: "medium",
          score: 0.7,
          path: leaf.path,
          start: 0,
          end: leaf.text.length,
          view: "plain",
          rule_id: "invisible/tags",
        },
        leaf,
      );
    }
    if (invisible < 3) return;
    this.found.addScored(
      {
        code: "invisible_text",
        severity: "medium",
        score: 0.5,
        path: leaf.path,
        start: firstInvisible,
        end: firstInvisible + 1,
        view: "plain",
        rule_id: "invisible/between-letters",
      },
      leaf,
    );
  }

  private addTenantRules(leaf: Leaf, text: string, chain: readonly string[], place: Place | undefined): void {
    for (const found of findTenantRules(text, this.compiled.tenant as TenantMatcher)) {
      const at = place ?? found;
      this.found.addScored(
        {
          code: "tenant_phrase",
          severity: severityOf(found.score),
          score: found.score,
          path: leaf.path,
          start: at.start,
          end: at.end,
          view: viewOf("plain", chain),
          rule_id: `tenant/${found.id}`,
        },
        leaf,
      );
    }
  }
}

/** The score of the finding that a reading makes. */
function scoreOf({ cluster: { total, matches } }: Reading): number {
  return Math.max(total, matches[0]?.score ?? 0);
}

function viewOf(view: Reading["view"], chain: readonly string[]): View {
  if (chain.length === 0) return view;
  return `decoded:${[...chain, ...(view === "plain" ? [] : [view])].join(">")}`;
}
