// Redacts a text that arrives in pieces. Whatever the pieces, the result is that of the whole text: what is not yet
// decided is held back, and no more than the longest value that is looked for. A text that is base64 up to now is held back
// until it is over or is not; from MOST_HELD characters on it is decoded as it comes, byte by byte.
import { Base64Stream, isBase64SoFar } from "./base64-stream.js";
import { type CompiledPolicy, compilePolicy } from "./compiled-policy.js";
import { LeafRedactor } from "./leaf-redactor.js";
import { PassChain } from "./pass-chain.js";
import type { RedactionCount, RedactionPolicy } from "./policy.js";
import { type RedactionSink, Tally } from "./tally.js";

export interface TextRedactor {
  /** Takes a piece and gives what is decided, redacted. */
  push(chunk: string): string;
  /** Gives the rest. The redactor is used up. */
  end(): string;
  /** What was replaced so far. */
  readonly counts: readonly RedactionCount[];
}

/** Characters of one value that a stream holds back at most. */
export const MOST_HELD = 65_536;

/**
 * @throws RedactionError when the policy is wrong.
 * @example
 * const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
 * const out = redactor.push("mail anna@exam") + redactor.push("ple.com") + redactor.end();
 */
export function createTextRedactor(policy: RedactionPolicy): TextRedactor {
  const tally = new Tally();
  const stream = new ValueStream(compilePolicy(policy).at(""), tally, "");
  return {
    push: (chunk) => stream.push(chunk),
    end: () => stream.end(),
    get counts() {
      return tally.counts;
    },
  };
}

/** One text under its key, in pieces. */
export class ValueStream {
  /** All that has come, while it may be one base64 value. */
  private held: string | undefined = "";
  private rest: PassChain | Base64Stream | undefined;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly redactions: RedactionSink,
    private readonly key: string,
  ) {}

  push(chunk: string): string {
    if (this.rest !== undefined) return this.rest.push(chunk);
    const held = (this.held ?? "") + chunk;
    this.held = held;
    const isBase64 = isBase64SoFar(held, chunk);
    if (isBase64 && held.length <= MOST_HELD) return "";
    return this.release(held, isBase64);
  }

  end(): string {
    if (this.rest !== undefined) return this.rest.end();
    return new LeafRedactor(this.compiled, this.redactions).string(this.held ?? "", "", this.key);
  }

  private release(held: string, isBase64: boolean): string {
    this.held = undefined;
    const stream = isBase64 ? Base64Stream.open(held, this.compiled, this.redactions, this.key) : undefined;
    this.rest = stream ?? new PassChain(this.compiled, this.redactions, this.key);
    return this.rest.push(held);
  }
}
