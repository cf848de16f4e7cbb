// Redacts a text that arrives in pieces. Whatever the pieces, the result is that of the whole text: what is not yet
// decided is held back, and no more than the longest value that is looked for.
import { type CompiledPolicy, compilePolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import { PASSES, replaceMatches } from "./passes.js";
import type { RedactionCount, RedactionKind, RedactionPolicy } from "./policy.js";
import { countKinds } from "./redact.js";
import { LOOK_BACK } from "./run.js";

export interface TextRedactor {
  /** Takes a piece and gives what is decided, redacted. */
  push(chunk: string): string;
  /** Gives the rest. The redactor is used up. */
  end(): string;
  /** What was replaced so far. */
  readonly counts: readonly RedactionCount[];
}

/**
 * @throws RedactionError when the policy is wrong.
 * @example
 * const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
 * const out = redactor.push("mail anna@exam") + redactor.push("ple.com") + redactor.end();
 */
export function createTextRedactor(policy: RedactionPolicy): TextRedactor {
  return new PassChain(compilePolicy(policy));
}

/** As many passes in a row as a whole text takes at most. */
class PassChain implements TextRedactor {
  private readonly found: { kind: RedactionKind }[] = [];
  private readonly passes: readonly StreamPass[];

  constructor(compiled: CompiledPolicy) {
    this.passes = Array.from({ length: PASSES }, () => new StreamPass(compiled, this.found));
  }

  get counts(): readonly RedactionCount[] {
    return countKinds(this.found);
  }

  push(chunk: string): string {
    return this.passes.reduce((text, pass) => (text === "" ? "" : pass.push(text)), chunk);
  }

  end(): string {
    return this.passes.reduce((text, pass) => pass.push(text) + pass.end(), "");
  }
}

class StreamPass {
  /** Up to LOOK_BACK characters that are already given out, then what is held back. */
  private buffer = "";
  private from = 0;
  /** End of the last match in the buffer: context does not reach behind it. */
  private floor = 0;
  /** Buffer length from which another look is worth it. */
  private nextLook = 0;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly found: { kind: RedactionKind }[],
  ) {}

  push(chunk: string): string {
    this.buffer += chunk;
    if (this.buffer.length < this.nextLook) return "";
    return this.release(false);
  }

  end(): string {
    return this.release(true);
  }

  private release(isFinal: boolean): string {
    const { matches, decided } = detect(this.buffer, this.from, this.compiled.options("", isFinal), this.floor);
    for (const match of matches) this.found.push({ kind: match.kind });
    const out = replaceMatches(this.buffer, matches, this.compiled, this.from, decided);
    const last = matches[matches.length - 1];
    if (last !== undefined) this.floor = last.end;
    const keep = Math.max(0, decided - LOOK_BACK);
    this.buffer = this.buffer.slice(keep);
    this.from = decided - keep;
    this.floor = Math.max(0, this.floor - keep);
    // What is held back is looked at again only when it has grown by a part of itself: the work stays linear.
    const held = this.buffer.length - this.from;
    this.nextLook = held > 256 ? this.buffer.length + (held >> 2) : 0;
    return out;
  }
}
