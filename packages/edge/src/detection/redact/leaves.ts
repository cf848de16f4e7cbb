// What the readers of documents and of long strings ask of whoever redacts single values. They need each other: a document has
// strings, and a string may be a document.

import type { CompiledPolicy } from "./compiled-policy.js";
import type { Media } from "./media.js";
import type { RedactionKind } from "./policy.js";
import type { HeldRedactions } from "./tally.js";
import type { ValueKey } from "./value-key.js";

/** Takes pieces of a text and gives what is decided. */
export interface Pieces {
  push(chunk: string): string;
  end(): string;
}

/** A text that is JSON up to now. */
export interface DocumentPieces extends Pieces {
  /** Why the text is no JSON; nothing more is taken then. */
  readonly failure: string | undefined;
  /** Characters that were taken; after a failure those before the sign that is wrong. */
  readonly taken: number;
  /** What was taken, or came with the sign that is wrong, and was not given out. */
  readonly rest: string;
}

export interface Leaves {
  /** The policy at a path: an override for a string holds for the document in it. */
  policyAt(path: string): CompiledPolicy;
  /** Told of a match whose place in a stream is not known. */
  note(kind: RedactionKind, path: string): void;
  /** A string under its key; `media` is what stands beside base64. */
  string(text: string, path: string, key: ValueKey, media?: Media["kind"]): string;
  /** Numbers keep their type, so a personal one becomes 0; in a document in a string it becomes its placeholder, a string. */
  number(value: number | bigint, path: string, key: ValueKey): number | bigint | string;
  /** The name of a member of the object at `path`: a map may have people for its keys. */
  key(name: string, path: string): string;
  /** What stands for a value that its key alone makes secret; undefined for others. */
  replaceWhole(text: string, path: string, key: ValueKey): string | undefined;
  /** What stands for a line of a private key; undefined where private keys are allowed, or it stands already. */
  keyLine(text: string, path: string): string | undefined;
  /** A string that comes in pieces. */
  pieces(path: string, key: ValueKey): Pieces;
  /** Reads the document that a string at this path may be; undefined under too many others. What it finds is held. */
  document(path: string, key: ValueKey): { readonly json: DocumentPieces; readonly found: HeldRedactions } | undefined;
}
