// Findings about what an argument would do, apart from what it says to a model: SQL, shell commands, paths, addresses,
// secrets on their way out.
import type { FindingCode, Severity } from "../findings.js";
import { findCarryingAddresses } from "../secret/carrying-address.js";
import { findCredentials } from "../secret/credentials.js";
import { findSecrets } from "../secret/secrets.js";
import { type DestructiveSql, findDestructiveSql } from "../sql/destructive.js";
import { findEmptiedStores, mayEmptyStores } from "../store/stores.js";
import { SHELL_WORD, SQL_WORD, STORE_WORD } from "../text/command-words.js";
import { isDiscussed } from "./discussed.js";
import { FieldReadings } from "./field-readings.js";
import { findPathTraversal } from "./path.js";
import { placeBack, plainTextOf } from "./plain-text.js";
import { findPrivateAddresses } from "./private-address.js";
import { findDestructiveShell, isOnlySaid } from "./shell.js";
import type { ShellFinding } from "./shell-finding.js";
import { shownText } from "./shown-text.js";

export interface ArgumentFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  readonly rule_id: string;
}

/** Findings of one kind about one text; more say nothing new. */
const MOST_OF_A_KIND = 16;
const SHORTEST_COMMAND = 4;
/** Statements that begin with no word of their own. */
const HIDDEN_STATEMENT = /\/\*!|\.s(?:hell|ystem) /;
/**
 * Commands that the tokenizer sees no word of: functions without a name of letters, names with quotes inside. One pattern looks
 * along a text once, where a search for each sign would look as often as there are signs.
 */
const HIDDEN_COMMAND =
  /\(\) ?\{|%0\||r(?:''|""|\\)m|-rf|-fr|rm_r|rmSync|b64|start %0| & \}|\$'|\/s \/q|\$\(rev| \/delete/;

/** A statement of one word, which is the name of a state anywhere but in a field of SQL. */
const LONE_STATEMENT = /^SHUTDOWN\s{0,8}$/;
const SQL_KEY = /^(?:sql|query|q|statement|stmt)$/i;

/** What of a text is to be looked at. */
export interface Interest {
  /** Whether a part is to read the text: that for statements or commands, or that for all else. It is asked right before it does. */
  wants(part: "destructive_sql" | "destructive_shell" | "other", characters: number): boolean;
  /** Whether such a finding says enough: then the text is read for its code only as it is written. */
  settles(ruleId: string, severity: Severity): boolean;
}

const WHOLE: Interest = { wants: () => true, settles: () => false };

/**
 * Every finding about one text; `key` is the name of the field that holds it, `readings` what is known from other layers of the
 * same field. From a finding that settles what the text does on, its strings are not looked into for statements, and its lines not
 * put together for commands.
 */
export function scanArgumentText(
  text: string,
  key: string,
  commands: number,
  mayBeDocument = true,
  interest: Interest = WHOLE,
  readings = new FieldReadings(),
): ArgumentFinding[] {
  const plainText = plainTextOf(text);
  const plain = plainText.text;
  const read: ArgumentFinding[] = [];
  const hasStatements = (commands & SQL_WORD) !== 0 || HIDDEN_STATEMENT.test(text);
  const hasCommands = (commands & SHELL_WORD) !== 0 || HIDDEN_COMMAND.test(text);
  if (hasStatements && interest.wants("destructive_sql", text.length))
    addSql(plain, plain, LONE_STATEMENT.test(text) && SQL_KEY.test(key), interest, read, readings);
  if (hasCommands && interest.wants("destructive_shell", text.length))
    addShell(plain, plain, key, interest, read, readings, 0);
  if ((commands & STORE_WORD) !== 0) addStores(plain, key, hasCommands, interest, read);
  // What a document says is read without its marks, too, which may hide where a statement or a command begins and ends.
  const shown = mayBeDocument && (hasStatements || hasCommands) ? shownText(plain) : undefined;
  if (shown !== undefined) {
    const lacks = (code: FindingCode): boolean => !read.some((finding) => finding.code === code);
    if (hasStatements && lacks("destructive_sql") && interest.wants("destructive_sql", text.length))
      addSql(shown, plain, false, interest, read, readings);
    if (hasCommands && lacks("destructive_shell"))
      for (const { line, start } of changedLines(plain, shown))
        if (interest.wants("destructive_shell", line.length))
          addShell(line, plain, key, interest, read, readings, start);
  }
  const found = read.map((each) => placeBack(each, plainText));
  if (!interest.wants("other", text.length)) return found;
  for (const hit of findPathTraversal(text, key)) {
    found.push({
      code: "path_traversal",
      severity: "high",
      score: hit.score,
      start: hit.start,
      end: hit.end,
      rule_id: idOf("path", hit.rule),
    });
  }
  for (const hit of findPrivateAddresses(text, key)) {
    found.push({
      code: "private_address",
      severity: hit.rule === "metadata" ? "critical" : "high",
      score: hit.score,
      start: hit.start,
      end: hit.end,
      rule_id: idOf("address", hit.rule),
    });
  }
  for (const { start, end } of findCarryingAddresses(text).slice(0, MOST_OF_A_KIND)) {
    if (isDiscussed(text, start, end)) continue;
    found.push({
      code: "prompt_injection_detected",
      severity: "high",
      score: 0.8,
      start,
      end,
      rule_id: idOf("exfiltration", "carrying-address"),
    });
  }
  for (const hit of [...findSecrets(text), ...findCredentials(text)].slice(0, MOST_OF_A_KIND)) {
    found.push({
      code: "secret_in_arguments",
      severity: "high",
      score: hit.score,
      start: hit.start,
      end: hit.end,
      rule_id: idOf("secret", hit.rule),
    });
  }
  return found;
}

/** How a label or an entry of a document begins: "Delete from list". */
const TITLE = /^[A-Z][a-z]/;

/** Adds the statements in a reading of a text, where the text as it is written does not only discuss them. */
function addSql(
  reading: string,
  text: string,
  isLone: boolean,
  interest: Interest,
  found: ArgumentFinding[],
  readings: FieldReadings,
): void {
  const settles = ({ rule, severity, start, end }: DestructiveSql): boolean =>
    interest.settles(idOf("sql", rule), severity) && !isDiscussed(text, start, end);
  const statements = findDestructiveSql(isLone ? `${reading};` : reading, settles, readings.strings);
  for (const hit of statements.slice(0, MOST_OF_A_KIND)) {
    if (isDiscussed(text, hit.start, hit.end)) continue;
    if (reading !== text && TITLE.test(text.slice(hit.start, hit.start + 2))) continue;
    found.push({
      code: "destructive_sql",
      severity: hit.severity,
      score: hit.score,
      start: hit.start,
      end: Math.min(hit.end, text.length),
      rule_id: idOf("sql", hit.rule),
    });
  }
}

/** Adds the commands in a reading of a text, or of a part of it that begins at `from`, unless the text only discusses them. */
function addShell(
  reading: string,
  text: string,
  key: string,
  interest: Interest,
  found: ArgumentFinding[],
  readings: FieldReadings,
  from: number,
): void {
  const settles = ({ rule, severity, start, end }: ShellFinding): boolean =>
    interest.settles(idOf("shell", rule), severity) && !isDiscussed(text, from + start, from + end);
  for (const hit of findDestructiveShell(reading, key, readings.commands, settles).slice(0, MOST_OF_A_KIND)) {
    if (isDiscussed(text, from + hit.start, from + hit.end)) continue;
    found.push({
      code: "destructive_shell",
      severity: hit.severity,
      score: hit.score,
      start: from + hit.start,
      end: from + hit.end,
      rule_id: idOf("shell", hit.rule),
    });
  }
}

/** What a call or a request that empties a database is found as. */
export const EMPTIED_STORE = {
  code: "destructive_shell",
  severity: "high",
  score: 0.85,
  rule_id: "shell/infrastructure",
} as const;

function addStores(
  text: string,
  key: string,
  hasCommands: boolean,
  interest: Interest,
  found: ArgumentFinding[],
): void {
  if (!mayEmptyStores(text, key, hasCommands) || !interest.wants("destructive_shell", text.length)) return;
  for (const { start, end } of findEmptiedStores(text, key)) {
    const isKnown = found.some((each) => each.code === EMPTIED_STORE.code && each.start <= end && start <= each.end);
    if (isKnown || isDiscussed(text, start, end) || isOnlySaid(text, start)) continue;
    found.push({ ...EMPTIED_STORE, start, end });
  }
}

/** The lines of a text that read otherwise as a document shows them. */
function* changedLines(plain: string, shown: string): Generator<{ readonly line: string; readonly start: number }> {
  for (let start = 0; start < plain.length; ) {
    let feed = plain.indexOf("\n", start);
    // A line goes on behind a backslash.
    while (feed > 0 && plain[feed - 1] === "\\") feed = plain.indexOf("\n", feed + 1);
    const end = feed < 0 ? plain.length : feed;
    const line = shown.slice(start, end);
    // What is shown is longer than the mark that a line may be.
    if (end - start > SHORTEST_COMMAND && line !== plain.slice(start, end)) yield { line, start };
    start = end + 1;
  }
}

/** Ids of rules by family and name: one that is made anew is hashed anew wherever it is looked up. */
const ids: Readonly<Record<Family, Map<string, string>>> = {
  sql: new Map(),
  shell: new Map(),
  path: new Map(),
  address: new Map(),
  secret: new Map(),
  exfiltration: new Map(),
};

type Family = "sql" | "shell" | "path" | "address" | "secret" | "exfiltration";

function idOf(family: Family, rule: string): string {
  const known = ids[family].get(rule);
  if (known !== undefined) return known;
  const id = `${family}/${rule}`;
  ids[family].set(rule, id);
  return id;
}
