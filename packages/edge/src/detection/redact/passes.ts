// Redacts one text: detects, replaces, and looks again, because what stands beside a number may only be decided once its
// neighbour is gone. A few passes reach a text that another pass leaves as it is; a text without a match takes one. Each looks
// first at the text as it reads, where it is written in entities or the like, and then at the text as it is.
import type { CompiledPolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import type { KeyMeaning } from "./key-meaning.js";
import { replacementFor } from "./replacement.js";
import type { Detected } from "./run.js";
import { mayHoldValue, readSpelling, type Spelling } from "./spelling.js";

/** Passes over a text at most; streams run as many in a row. */
export const PASSES = 3;

export interface RedactedText {
  readonly text: string;
  /** Matches of all passes, with offsets into the original text, in order. */
  readonly matches: readonly Detected[];
}

/** Redacts a whole text under one key meaning. */
export function redactText(text: string, compiled: CompiledPolicy, meaning: KeyMeaning): RedactedText {
  const matches: Detected[] = [];
  let current = text;
  // The texts and matches of earlier steps, kept to lead places back to the original.
  const history: { text: string; matches: readonly Detected[] }[] = [];
  const isSpelled = readSpelling(text) !== undefined;
  for (let pass = 0; pass < PASSES; pass += 1) {
    let isDone = true;
    for (const find of isSpelled ? [detectSpelled, detectPlain] : [detectPlain]) {
      const next = find(current, compiled, meaning);
      if (next.length === 0) continue;
      isDone = false;
      const back = history.map((step) => originsOf(step.text, step.matches, compiled)).reverse();
      for (const found of next) {
        const start = back.reduce((place, origins) => origins.start(place), found.start);
        const end = back.reduce((place, origins) => origins.end(place), found.end);
        matches.push({ ...found, start, end });
      }
      history.push({ text: current, matches: next });
      current = replaceMatches(current, next, compiled);
    }
    if (isDone) break;
  }
  if (history.length > 1) matches.sort((a, b) => a.start - b.start || a.end - b.end);
  return { text: current, matches };
}

function detectPlain(text: string, compiled: CompiledPolicy, meaning: KeyMeaning): readonly Detected[] {
  return detect(text, 0, compiled.options(meaning, true)).matches;
}

/** What a text holds as it reads, where it is not written so. */
function detectSpelled(text: string, compiled: CompiledPolicy, meaning: KeyMeaning): readonly Detected[] {
  const spelling = readSpelling(text);
  if (spelling === undefined || !mayHoldValue(spelling.view)) return [];
  const { matches } = detect(spelling.view, 0, compiled.spelledOptions(meaning, true, spelling.isSpelled));
  return matches.map((found) => matchIn(spelling, found));
}

/** A match in the view of a text, as one in the text. */
export function matchIn(spelling: Spelling, found: Detected): Detected {
  return { ...found, start: spelling.startOf(found.start), end: spelling.endOf(found.end) };
}

/** The text from `from` to `to` with every match replaced. */
export function replaceMatches(
  text: string,
  matches: readonly Detected[],
  compiled: CompiledPolicy,
  from = 0,
  to = text.length,
): string {
  const parts: string[] = [];
  let kept = from;
  for (const found of matches) {
    parts.push(text.slice(kept, found.start), replaceOne(text, found, compiled));
    kept = found.end;
  }
  parts.push(text.slice(kept, to));
  return parts.join("");
}

function replaceOne(text: string, found: Detected, compiled: CompiledPolicy): string {
  const action = found.action ?? compiled.actionOf(found.kind);
  const part = text.slice(found.start, found.end);
  return action === "allow" ? part : replacementFor(part, found.kind, action, compiled.policy);
}

interface Origins {
  start(at: number): number;
  end(at: number): number;
}

/** Maps places in the replaced text to places in the text before. */
function originsOf(text: string, matches: readonly Detected[], compiled: CompiledPolicy): Origins {
  const pieces: { from: number; to: number; start: number; end: number; isReplaced: boolean }[] = [];
  let at = 0;
  let kept = 0;
  for (const found of matches) {
    if (found.start > kept) {
      pieces.push({ from: at, to: at + found.start - kept, start: kept, end: found.start, isReplaced: false });
      at += found.start - kept;
    }
    const size = replaceOne(text, found, compiled).length;
    pieces.push({ from: at, to: at + size, start: found.start, end: found.end, isReplaced: true });
    at += size;
    kept = found.end;
  }
  pieces.push({ from: at, to: at + text.length - kept, start: kept, end: text.length, isReplaced: false });
  const pieceAt = (place: number, isEnd: boolean): (typeof pieces)[number] => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { to } = pieces[middle] as (typeof pieces)[number];
      if (isEnd ? place <= to : place < to) high = middle;
      else low = middle + 1;
    }
    return pieces[low] as (typeof pieces)[number];
  };
  return {
    start: (place) => {
      const piece = pieceAt(place, false);
      return piece.isReplaced ? piece.start : Math.min(piece.end, piece.start + Math.max(0, place - piece.from));
    },
    end: (place) => {
      const piece = pieceAt(place, true);
      return piece.isReplaced ? piece.end : Math.min(piece.end, piece.start + Math.max(0, place - piece.from));
    },
  };
}
