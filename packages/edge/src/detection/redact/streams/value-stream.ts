// One text under its path and key, in pieces. Whatever the pieces, the result is that of the whole text. A text that is base64
// or a JSON document up to now is held back until it is over or is not; from MOST_HELD characters on it is redacted in that
// form as it comes, base64 byte by byte. Any other is held back no longer than the longest value that is looked for.

import type { DocumentPieces, Leaves, Pieces } from "../leaves.js";
import { MOST_HELD } from "../run.js";
import type { ValueKey } from "../value-key.js";
import { Base64Stream, isBase64SoFar } from "./base64-stream.js";
import { PassChain } from "./pass-chain.js";

export class ValueStream implements Pieces {
  /** All that has come, while its form is open. */
  private held = "";
  /** What the JSON document gives that it may be. */
  private given = "";
  private readonly document: ReturnType<Leaves["document"]>;
  private isJson: boolean;
  private rest: Pieces | undefined;

  constructor(
    private readonly leaves: Leaves,
    private readonly path: string,
    private readonly key: ValueKey,
  ) {
    this.document = leaves.document(path, key);
    this.isJson = this.document !== undefined;
  }

  push(chunk: string): string {
    if (this.rest !== undefined) return this.rest.push(chunk);
    this.held += chunk;
    const isBase64 = isBase64SoFar(this.held, chunk);
    if (this.isJson) this.isJson = this.readJson(chunk);
    if ((isBase64 || this.isJson) && this.held.length <= MOST_HELD) return "";
    return this.release(isBase64);
  }

  end(): string {
    if (this.rest !== undefined) return this.rest.end();
    return this.leaves.string(this.held, this.path, this.key);
  }

  /** Whether the text is a JSON document up to now, or was one for longer than a text is held back. */
  private readJson(chunk: string): boolean {
    if (this.document === undefined) return false;
    this.given += this.document.json.push(chunk);
    return this.document.json.failure === undefined || this.document.json.taken >= MOST_HELD;
  }

  private release(isBase64: boolean): string {
    const { held, given, document } = this;
    this.held = "";
    this.given = "";
    const chain = () => new PassChain(this.leaves, this.path, this.key);
    if (this.isJson && document !== undefined) {
      document.found.release();
      const pieces = new LongDocument(document.json, chain);
      this.rest = pieces;
      return given + pieces.takeRest();
    }
    const stream = isBase64 ? Base64Stream.open(held, chain) : undefined;
    this.rest = stream ?? chain();
    return this.rest.push(held);
  }
}

/** A long document; where it stops to be JSON, what follows is text. */
class LongDocument implements Pieces {
  private text: PassChain | undefined;

  constructor(
    private readonly json: DocumentPieces,
    private readonly open: () => PassChain,
  ) {}

  push(chunk: string): string {
    if (this.text !== undefined) return this.text.push(chunk);
    return this.json.push(chunk) + this.takeRest();
  }

  end(): string {
    const out = this.text === undefined ? this.json.end() + this.takeRest() : "";
    return out + (this.text === undefined ? "" : this.text.end());
  }

  /** What came after the end of the JSON, as text. */
  takeRest(): string {
    if (this.json.failure === undefined) return "";
    this.text = this.open();
    return this.text.push(this.json.rest);
  }
}
