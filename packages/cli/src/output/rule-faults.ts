// What is wrong with the rules of a policy file, for eyes: a line each with its place, and what to do below.

import { printable } from "./style.js";

export interface RuleFault {
  readonly rule_id?: string | null;
  /** Counted from 1. */
  readonly line?: number | null;
  readonly column?: number | null;
  readonly message: string;
  readonly hint?: string | null;
}

/** Whether an error's data is that of `policy_invalid`. */
export function isRuleFaults(data: unknown): data is { readonly errors: readonly RuleFault[] } {
  const errors = (data as { errors?: unknown } | undefined)?.errors;
  return Array.isArray(errors) && errors.length > 0 && errors.every((error) => typeof error?.message === "string");
}

export function describeFaults(faults: readonly RuleFault[]): string[] {
  return faults.flatMap(({ rule_id, line, column, message, hint }) => {
    const place = line ? `line ${line}${column ? `:${column}` : ""}: ` : "";
    const rule = rule_id ? ` (rule ${rule_id})` : "";
    return [`  ${place}${message}${rule}`, ...(hint ? [`    ${hint}`] : [])].map(printable);
  });
}
