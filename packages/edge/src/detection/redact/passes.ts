// Redacts one text: detects, replaces, and looks again, because what stands beside a number may only be decided once its
// neighbour is gone. A few passes reach a text that another pass leaves as it is; a text without a match takes one. Each looks
// first at the tables in it, then at the text as it reads, where it is written in entities or the like, then as it is.
import { Changes, type Replacement } from "./changes.js";
import type { CompiledPolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import type { Detected } from "./detected.js";
import type { KeyMeaning } from "./key-meaning.js";
import { Looks } from "./looks.js";
import { replacementFor } from "./replacement.js";
import { namesCommand } from "./secrets/command-password.js";
import { HELD_PRIVATE_KEY } from "./secrets/private-key.js";
import { mayHoldValue, readSpelling, type Spelling } from "./spelling.js";
import { findInTables } from "./tables/text-table.js";

/** Passes over a text at most; streams run as many in a row. */
export const PASSES = 3;

export interface RedactedText {
  readonly text: string;
  /** Matches of all passes, with offsets into the original text, in order. */
  readonly matches: readonly Detected[];
}

/** Redacts a whole text under one key meaning. */
export function redactText(text: string, compiled: CompiledPolicy, meaning: KeyMeaning): RedactedText {
  const spelling = readSpelling(text);
  const looks: Look[] = [lookAt(text, compiled, meaning)];
  if (spelling !== undefined) looks.unshift(lookAtSpelling(spelling, text, compiled, meaning));
  if (text.includes("\n")) looks.unshift(lookAtTables(compiled));
  const matches: Detected[] = [];
  let current = text;
  // What leads places back to the text before each step, made where it is asked for.
  const history: (() => Origins)[] = [];
  for (let pass = 0, isDone = false; pass < PASSES && !isDone; pass += 1) {
    isDone = true;
    for (const look of looks) {
      const next = look.find(current);
      if (next.length === 0) continue;
      isDone = false;
      if (history.length === 0) for (const found of next) matches.push(found);
      else {
        const back = history.map((origins) => origins()).reverse();
        for (const found of next) {
          const start = back.reduce((place, origins) => origins.start(place), found.start);
          const end = back.reduce((place, origins) => origins.end(place), found.end);
          matches.push({ ...found, start, end });
        }
      }
      const replacements = next.map((found) => sizeOf(current, found, compiled));
      for (const other of looks) other.changes.replaced(replacements, other === look);
      const { length } = current;
      let origins: Origins | undefined;
      history.push(() => {
        origins ??= originsOf(length, replacements);
        return origins;
      });
      current = replaceMatches(current, next, compiled);
    }
  }
  if (history.length > 1) matches.sort((a, b) => a.start - b.start || a.end - b.end);
  return { text: current, matches };
}

/** One way to look at a text, again and again while it changes. */
interface Look {
  readonly changes: Changes;
  find(text: string): readonly Detected[];
}

function lookAt(of: string, compiled: CompiledPolicy, meaning: KeyMeaning): Look {
  const options = compiled.options(meaning, true);
  const { ip_address, password } = options.wants;
  const changes = new Changes(() => options.custom !== undefined || ip_address || (password && namesCommand(of)));
  return {
    changes,
    find: (text) => {
      const looks = new Looks();
      const { matches } = detect(text, 0, options, 0, changes.windows(), looks);
      changes.looked(looks);
      return matches;
    },
  };
}

/** Looks at all of a text for tables with a column of secrets. */
function lookAtTables(compiled: CompiledPolicy): Look {
  return { changes: new Changes(() => true), find: (text) => findInTables(text, compiled.options("", true).wants) };
}

/** Looks at a text as it reads, for what is not written so; how it reads at first is known. */
function lookAtSpelling(first: Spelling, of: string, compiled: CompiledPolicy, meaning: KeyMeaning): Look {
  const changes = new Changes(() => false);
  return {
    changes,
    find: (text) => {
      // Where nothing has changed that was looked at, it is not read again.
      let read: { readonly spelling: Spelling | undefined } | undefined = text === of ? { spelling: first } : undefined;
      const readOnce = (): Spelling | undefined => {
        read ??= { spelling: readSpelling(text) };
        return read.spelling;
      };
      const places = changes.windows((place) => readOnce()?.viewOf(place) ?? place);
      const spelling = places?.length === 0 ? undefined : readOnce();
      if (spelling === undefined || !mayHoldValue(spelling.view)) return [];
      const options = compiled.spelledOptions(meaning, true, spelling.isHidden);
      const looks = new Looks();
      const { matches } = detect(spelling.view, 0, options, 0, spelling.windows(places), looks);
      changes.looked(looks, spelling);
      return matches.map((found) => matchIn(spelling, found));
    },
  };
}

function sizeOf(text: string, found: Detected, compiled: CompiledPolicy): Replacement {
  return { start: found.start, end: found.end, size: replacementOf(text, found, compiled).length };
}

/** A match in the view of a text, as one in the text. */
export function matchIn(spelling: Spelling, found: Detected): Detected {
  return { ...found, start: spelling.startOf(found.start), end: spelling.endOf(found.end) };
}

/** The text with every match replaced. */
export function replaceMatches(text: string, matches: readonly Detected[], compiled: CompiledPolicy): string {
  const parts: string[] = [];
  let kept = 0;
  for (const found of matches) {
    parts.push(text.slice(kept, found.start), replacementOf(text, found, compiled));
    kept = found.end;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}

/** What stands for a match. */
export function replacementOf(text: string, found: Detected, compiled: CompiledPolicy): string {
  const action = found.action ?? compiled.actionOf(found.kind);
  // A stream does not wait for the end of a long private key to say what stands for it.
  const known = found.kind === "private_key" ? found.start + HELD_PRIVATE_KEY : found.end;
  const part = text.slice(found.start, Math.min(found.end, known));
  return action === "allow" ? part : replacementFor(part, found.kind, action, compiled.policy);
}

interface Origins {
  start(at: number): number;
  end(at: number): number;
}

/** Maps places in the replaced text to places in the text before, which had this length. */
function originsOf(length: number, replacements: readonly Replacement[]): Origins {
  const pieces: { from: number; to: number; start: number; end: number; isReplaced: boolean }[] = [];
  let at = 0;
  let kept = 0;
  for (const { start, end, size } of replacements) {
    if (start > kept) {
      pieces.push({ from: at, to: at + start - kept, start: kept, end: start, isReplaced: false });
      at += start - kept;
    }
    pieces.push({ from: at, to: at + size, start, end, isReplaced: true });
    at += size;
    kept = end;
  }
  pieces.push({ from: at, to: at + length - kept, start: kept, end: length, isReplaced: false });
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
