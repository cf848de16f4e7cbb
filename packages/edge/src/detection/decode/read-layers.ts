// The layers of one string that were read: the same encodings undone in another order lead to the same text, which is not read again.
import type { TextNotes } from "../text/text-notes.js";
import { isPlain, type Layer } from "./layer.js";

export interface ReadLayer {
  readonly notes: TextNotes;
  readonly isPlain: boolean;
  /** How much was undone to come to the text: the less, the more may still be undone in it. */
  undone: number;
}

export class ReadLayers {
  /** Made for the first layer: most strings have none. */
  private known: Map<string, ReadLayer> | undefined;

  clear(): void {
    this.known = undefined;
  }

  /** The layer of the same text that was read before and says all that this one would. */
  find(layer: Layer): ReadLayer | undefined {
    const found = this.known?.get(layer.text);
    return found === undefined || isOfPlace(layer) || (isPlain(layer.chain) && !found.isPlain) ? undefined : found;
  }

  keep(layer: Layer, notes: TextNotes): void {
    if (layer.depth === 0 || isOfPlace(layer)) return;
    this.known ??= new Map();
    this.known.set(layer.text, { notes, isPlain: isPlain(layer.chain), undone: undoneIn(layer) });
  }
}

/** How much was undone to come to a layer. */
export function undoneIn({ depth, isUndone }: Layer): number {
  return 2 * depth + (isUndone === true ? 1 : 0);
}

/** Whether what a layer holds may depend on where it stands: the name before a string of a document says whether it is run. */
function isOfPlace({ chain }: Layer): boolean {
  return chain.length === 1 && isPlain(chain);
}
