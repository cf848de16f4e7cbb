// Scans one string after another with one set of options, and gathers the findings: the readings of the injection rules,
// what decodes to text, and the findings about arguments (SQL, shell, paths, addresses, secrets).
import { commandLineOf } from "./argument/argument-list.js";
import { EMPTIED_STORE, type Interest, scanArgumentText } from "./argument/argument-text.js";
import { FieldReadings } from "./argument/field-readings.js";
import { CompiledRules } from "./compiled-rules.js";
import type { DecodedRun } from "./decode/decoded-run.js";
import { decodeInPlace } from "./decode/in-place.js";
import { DEEPEST_DECODING, decodeApart, isPlain, type Layer, layerOf } from "./decode/layer.js";
import { textOfNumbers } from "./decode/numbers.js";
import { ReadLayers, undoneIn } from "./decode/read-layers.js";
import { FindingCollector } from "./finding-collector.js";
import { FindingWriter, scoreOf } from "./finding-writer.js";
import { type Finding, severityOf } from "./findings.js";
import { findCluster } from "./injection/cluster.js";
import type { RuleMatch } from "./injection/match.js";
import { judgeText, noteText, type Reading } from "./injection/readings.js";
import { scoreText } from "./linear/score.js";
import type { ScanOptions } from "./options.js";
import { PURPOSE_WEIGHTS } from "./purpose-weights.js";
import { joinStrings } from "./split-strings.js";
import { isDropValue } from "./store/drop-document.js";
import { compileTenantRules, findTenantRules, type TenantMatcher } from "./tenant-phrases.js";
import { SHELL_WORD, SQL_WORD, STORE_WORD } from "./text/command-words.js";
import { type Lexicon, lexicon } from "./text/lexicon.js";
import { Stretches } from "./text/stretches.js";
import type { Leaf } from "./walk.js";
import { Work } from "./work.js";

/** Shortest text that can hold an order: six letters of Chinese. */
const SHORTEST_TEXT = 6;
/** Shorter strings are read in every way, whatever they say. */
const LONG_TEXT = 1024;

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
  private readonly writer: FindingWriter;
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
    this.writer = new FindingWriter(this.found);
  }

  scanLeaf(leaf: Leaf): void {
    const { text, path, isKey } = leaf;
    if (!this.begin(path, text)) return;
    const layer: Layer = { text, chain: [], depth: 0 };
    if (text.length < SHORTEST_TEXT) this.addTenantRules(leaf, layer);
    if (!isKey || text.length >= SHORTEST_TEXT) this.scanText(leaf, layer);
    if (this.options.linear?.enabled === true) this.resemblance = Math.max(this.resemblance, scoreText(text));
  }

  /** A command whose words stand apart; its place is the list or object that holds them. */
  scanContainer(value: object, path: string, key: string): void {
    this.scanNumbers(value, path, key);
    this.scanDocument(value, path, key);
    this.scanSplit(value, path, key);
    const line = commandLineOf(value, key);
    if (line === undefined || !this.begin(path, "")) return;
    for (const each of scanArgumentText(line, "command", SHELL_WORD | STORE_WORD, false))
      if (each.code === "destructive_shell") this.writer.addContainer(path, each);
  }

  /** A command to a database as a document; its place is the object or list. */
  private scanDocument(value: object, path: string, key: string): void {
    if (isDropValue(value, key) && this.begin(path, "")) this.writer.addContainer(path, EMPTIED_STORE);
  }

  /** Text in the bytes of a list of numbers; its place is the list. */
  private scanNumbers(value: object, path: string, key: string): void {
    const text = Array.isArray(value) && typeof value[0] === "number" ? textOfNumbers(value) : undefined;
    if (text === undefined || !this.begin(path, text)) return;
    const leaf = { text, path, key, isKey: false };
    const before = this.found.findings.length;
    this.scanText(leaf, { text, chain: ["decimal"], depth: 1, place: { start: 0, end: 0 } });
    if (this.found.findings.length > before) this.writer.addEncoded(leaf, 0, 0, "decimal");
  }

  /** An order that is spread over neighbouring strings; its place is the list or object that holds them. */
  private scanSplit(value: object, path: string, key: string): void {
    const split = joinStrings(value);
    if (split === undefined || !this.begin(path, "")) return;
    const { readings } = judgeText(
      split.text,
      this.dictionary,
      this.found.rules.isInjectionRuleOff,
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
    const leaf = { text: split.text, path, key, isKey: false };
    const origin = { chain: [], place: { start: 0, end: 0 } };
    this.writer.addReadings(leaf, origin, [{ view: "plain", cluster, matches: over }]);
  }

  /** Turns to another string, and forgets what was noted about the one before. False where no rule is on at its path. */
  private begin(path: string, text: string): boolean {
    const rules = this.compiled.rules.at(path);
    if (rules === undefined) return false;
    this.found.begin(rules);
    this.work.allow(text.length);
    this.isLong = text.length >= LONG_TEXT;
    this.readings.clear();
    this.layers.clear();
    return true;
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
    const { text, chain } = layer;
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
      this.writer.addReadings(leaf, layer, judgement.readings);
      if (chain.length === 0) this.writer.addInvisible(leaf, judgement.notes);
      this.addTenantRules(leaf, layer);
      if (mayDecode) runs = [...inPlace, ...decodeApart(layer, judgement.notes)];
      this.layers.keep(layer, judgement.notes);
    }
    if (!leaf.isKey) {
      const hits = scanArgumentText(text, leaf.key, commands, isPlain(chain), this.interest, this.readings);
      this.writer.addArguments(leaf, layer, hits);
    }
    this.scanRuns(leaf, layer, runs);
  }

  private addTenantRules(leaf: Leaf, layer: Layer): void {
    const { tenant } = this.compiled;
    if (tenant !== undefined) this.writer.addTenantMatches(leaf, layer, findTenantRules(layer.text, tenant));
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
        this.writer.addEncoded(leaf, run.start, run.end, run.encoding);
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
}
