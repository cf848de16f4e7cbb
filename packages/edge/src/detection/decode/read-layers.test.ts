import { describe, expect, it } from "vitest";
import { startNotes } from "../text/text-notes.js";
import type { Layer } from "./layer.js";
import { ReadLayers, undoneIn } from "./read-layers.js";

const NOTES = startNotes(0);
const layer = (chain: readonly string[], depth: number, isUndone = false): Layer => ({
  text: "rm notes.txt",
  chain,
  depth,
  isUndone,
});

function knows(kept: Layer, asked: Layer): boolean {
  const layers = new ReadLayers();
  layers.keep(kept, NOTES);
  return layers.find(asked) !== undefined;
}

describe("a layer that was read", () => {
  it("is known by its text, however it was decoded", () => {
    expect(knows(layer(["percent", "utf-7"], 2), layer(["utf-7", "percent"], 1, true))).toBe(true);
    expect(knows(layer(["percent"], 1), { ...layer(["hex"], 1), text: "rm notes" })).toBe(false);
  });

  it("is read anew in a string of a program, whose place says what it does", () => {
    expect(knows(layer(["literal"], 1), layer(["percent"], 1))).toBe(false);
    expect(knows(layer(["percent"], 1), layer(["literal"], 1))).toBe(false);
  });

  it("is read anew where it is as a document shows it, and was read as what is encoded", () => {
    expect(knows(layer(["percent", "hex"], 2), layer(["literal", "literal"], 2))).toBe(false);
    expect(knows(layer(["literal", "literal"], 2), layer(["percent", "hex"], 2))).toBe(true);
  });

  it("may hold more encodings, the fewer were undone", () => {
    const undone = [layer(["hex"], 1), layer(["hex", "percent"], 1, true), layer(["hex", "hex"], 2)].map(undoneIn);
    expect(undone).toEqual([...undone].sort((a, b) => a - b));
    expect(new Set(undone).size).toBe(3);
  });
});
