// Places in a text, marked up for people; and the payload that a file holds.

import { parseJson } from "@portcullis/core";
import { printable, type Style } from "../output/style.js";

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text with the places marked; places that overlap are marked as one. */
export function markPlaces(text: string, places: readonly Place[], style: Style): string {
  let marked = "";
  let at = 0;
  for (const { start, end } of mergePlaces(places)) {
    marked += printable(text.slice(at, start)) + style.mark(printable(text.slice(start, end)));
    at = end;
  }
  return marked + printable(text.slice(at));
}

function mergePlaces(places: readonly Place[]): Place[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...places].sort((left, right) => left.start - right.start)) {
    if (end <= start) continue;
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** What a file holds: a JSON object or list as such, anything else as text. */
export function readSubject(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseJson(text) as unknown;
  } catch {
    return text;
  }
}
