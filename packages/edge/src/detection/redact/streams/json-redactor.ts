// Redacts JSON that arrives in pieces, one value or several in a row (JSON Lines). Everything but the values that are
// redacted passes as it came. A string is held back up to MOST_HELD characters; a longer one is redacted as it comes.
import { compilePolicy } from "../compiled-policy.js";
import { LeafRedactor } from "../leaf-redactor.js";
import { RedactionError, type RedactionPolicy } from "../policy.js";
import { Tally } from "../tally.js";
import { JsonText } from "./json-text.js";
import type { TextRedactor } from "./text-redactor.js";

/**
 * A redactor whose pieces are JSON text. What is no JSON ends it with a RedactionError, and so does what it cannot hold.
 *
 * @throws RedactionError when the policy is wrong.
 * @example
 * const redactor = createJsonRedactor(DEFAULT_REDACTION_POLICY);
 * const out = redactor.push('{"to":"anna@exam') + redactor.push('ple.com"}') + redactor.end();
 */
export function createJsonRedactor(policy: RedactionPolicy): TextRedactor {
  const tally = new Tally();
  const json = new JsonText(new LeafRedactor(compilePolicy(policy), tally));
  const orRefuse = (out: string): string => {
    if (json.failure !== undefined) throw new RedactionError(json.failure);
    return out;
  };
  return {
    push: (chunk) => orRefuse(json.push(chunk)),
    end: () => orRefuse(json.end()),
    get counts() {
      return tally.counts;
    },
  };
}
