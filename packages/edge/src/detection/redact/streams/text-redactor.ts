// Redacts a text that arrives in pieces. Whatever the pieces, the result is that of the whole text: what is not yet
// decided is held back, and no more than the longest value that is looked for, or than a value in base64 or JSON may be.
import { compilePolicy } from "../compiled-policy.js";
import { LeafRedactor } from "../leaf-redactor.js";
import type { RedactionCount, RedactionPolicy } from "../policy.js";
import { Tally } from "../tally.js";
import { NO_KEY } from "../value-key.js";

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
  const tally = new Tally();
  const stream = new LeafRedactor(compilePolicy(policy), tally).pieces("", NO_KEY);
  return {
    push: (chunk) => stream.push(chunk),
    end: () => stream.end(),
    get counts() {
      return tally.counts;
    },
  };
}
