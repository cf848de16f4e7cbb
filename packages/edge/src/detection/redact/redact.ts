// Redacts one JSON value by policy.
import { DEFAULT_REDACTION_POLICY, type Redaction, type RedactionCount, type RedactionPolicy } from "./policy.js";

const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}/g;

export function redact(
  value: unknown,
  policy: RedactionPolicy = DEFAULT_REDACTION_POLICY,
): { value: unknown; redactions: Redaction[]; counts: RedactionCount[] } {
  const redactions: Redaction[] = [];
  const visit = (node: unknown, path: string): unknown => {
    if (typeof node === "string") {
      if (policy.kinds.email === undefined || policy.kinds.email === "allow") return node;
      return node.replace(EMAIL, (match, at: number) => {
        redactions.push({ kind: "email", path, start: at, end: at + match.length });
        return "[REDACTED:EMAIL]";
      });
    }
    if (Array.isArray(node)) return node.map((item, index) => visit(item, `${path}/${index}`));
    if (node !== null && typeof node === "object") {
      return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, visit(item, `${path}/${key}`)]));
    }
    return node;
  };
  const result = visit(value, "");
  return {
    value: result,
    redactions,
    counts: redactions.length > 0 ? [{ kind: "email", count: redactions.length }] : [],
  };
}

export interface TextRedactor {
  push(chunk: string): string;
  end(): string;
  readonly counts: readonly RedactionCount[];
}

export function createTextRedactor(policy: RedactionPolicy): TextRedactor {
  let held = "";
  let counts: RedactionCount[] = [];
  return {
    push(chunk) {
      held += chunk;
      return "";
    },
    end() {
      const done = redact(held, policy);
      held = "";
      counts = done.counts;
      return done.value as string;
    },
    get counts() {
      return counts;
    },
  };
}
