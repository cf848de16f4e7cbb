// One rule of a tenant's policy file, parsed and held to the house rules: an `@id` of its own, no reserved name, an effect,
// the tools that its scope names, and what it reads. Whether it fits the tools' schemas is `rule-fit.ts`'s question.

import { parseArgsAnnotation } from "./args-annotation.js";
import type { RecordArgument } from "./argument-type.js";
import { RESERVED_ID_PREFIXES } from "./builtin-rules.js";
import { type PolicyJson, readPolicy } from "./cedar.js";
import { ANY_TOOL } from "./cedar-schema.js";
import type { Steps } from "./in-slices.js";
import { hintOfNumbers } from "./number-kinds.js";
import { type PolicyReads, readsOf } from "./policy-reads.js";
import { depthOf, findExcess, MAX_RULE_WORK, MAX_TREE_DEPTH } from "./rule-bounds.js";
import { placeOf, type RuleText, splitRules } from "./rule-text.js";

export interface PolicyRule {
  readonly id: string;
  readonly effect: "permit" | "forbid" | "escalate";
  /** Folded tool names that the scope names; null for every tool. */
  readonly tools: readonly string[] | null;
  /** Tools that the scope or the conditions name. */
  readonly namedActions: ReadonlySet<string>;
  readonly text: string;
  readonly place: RuleText;
  readonly reads: PolicyReads;
  /** Arguments that `@args` declares for tools without a schema; null without the annotation. */
  readonly declaredArgs: RecordArgument | null;
}

/** One fault of a policy file, as `policy_invalid` lists it. */
export interface PolicyFault {
  readonly rule_id: string | null;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string | null;
}

const SMALLER = "Use several rules, or a set: [1, 2, 3].contains(context.args.n).";
const WHERE_FINDINGS_ARE = "GET /openapi.json lists them: `findings` in the body of POST /audit/logs/search.";
const RULE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/** The rules of a file, and the faults of those that cannot be read. */
export function* parseRules(source: string): Steps<{ rules: PolicyRule[]; faults: PolicyFault[] }> {
  const rules: PolicyRule[] = [];
  const faults: PolicyFault[] = [];
  const taken = new Set<string>();
  for (const place of splitRules(source)) {
    yield;
    const excess = findExcess(place.text);
    if (excess !== null) {
      faults.push({ rule_id: idInText(place.text), ...placeOf(source, place, 0), message: excess, hint: SMALLER });
      continue;
    }
    const parsed = readPolicy(place.text);
    if ("errors" in parsed) {
      for (const error of parsed.errors) {
        const start = error.sourceLocations?.[0]?.start ?? 0;
        const message = error.message.replace("failed to parse policy from string: ", "");
        const hint = hintOfNumbers(message, place.text) ?? error.help;
        faults.push({ rule_id: idInText(place.text), ...placeOf(source, place, start), message, hint });
      }
      continue;
    }
    const read = readRule(parsed.json, place, taken);
    if ("message" in read) {
      const id = parsed.json.annotations?.id ?? null;
      faults.push({ rule_id: id, ...placeOf(source, place, 0), message: read.message, hint: read.hint });
    } else {
      taken.add(read.id);
      rules.push(read);
    }
  }
  return { rules, faults };
}

type Complaint = { readonly message: string; readonly hint: string | null };

function readRule(json: PolicyJson, place: RuleText, taken: ReadonlySet<string>): PolicyRule | Complaint {
  const { id, action, args } = json.annotations ?? {};
  if (id === undefined) return { message: "a rule needs an @id", hint: 'Write @id("name-of-the-rule") before it.' };
  const idComplaint = complainOfId(id, taken);
  if (idComplaint) return idComplaint;
  if (action !== undefined && (action !== "escalate" || json.effect !== "forbid")) {
    return { message: 'the only @action is "escalate", on a forbid', hint: "An escalation asks a person to approve." };
  }
  let declaredArgs: RecordArgument | null = null;
  try {
    if (args !== undefined) declaredArgs = parseArgsAnnotation(args);
  } catch (error) {
    return { message: error instanceof Error ? error.message : "@args cannot be read", hint: null };
  }
  const tools = toolsOfScope(json);
  if (tools?.length === 0) return { message: "the scope's action and resource name no tool in common", hint: null };
  if (tools?.includes(ANY_TOOL)) return { message: "no tool is named *", hint: "Leave `action` open for every tool." };
  if (depthOf(json.conditions) > MAX_TREE_DEPTH) return { message: "the rule is nested too deeply", hint: SMALLER };
  const reads = readsOf(json);
  if (reads.unknownFindings.length > 0) {
    return { message: `no finding has the code "${reads.unknownFindings[0]}"`, hint: WHERE_FINDINGS_ARE };
  }
  if (reads.work > MAX_RULE_WORK) {
    return { message: `the patterns of a rule have at most ${MAX_RULE_WORK} characters`, hint: "Use several rules." };
  }
  const effect = action === "escalate" ? "escalate" : json.effect;
  const namedActions = new Set([...(tools ?? []), ...reads.actions]);
  return { id, effect, tools, namedActions, text: place.text, place, reads, declaredArgs };
}

function complainOfId(id: string, taken: ReadonlySet<string>): Complaint | undefined {
  if (!RULE_ID.test(id)) {
    return { message: `"${id.slice(0, 120)}" is not a rule id`, hint: "Use 1 to 100 of A-Z a-z 0-9 . _ : -" };
  }
  const reserved = RESERVED_ID_PREFIXES.find((prefix) => id.toLowerCase().startsWith(prefix));
  if (reserved) return { message: `ids that begin with "${reserved}" are the service's own`, hint: "Choose another." };
  if (taken.has(id)) return { message: `another rule has the id "${id}"`, hint: "Every rule has an id of its own." };
  return undefined;
}

/** Tools that both `action` and `resource` leave; null where both leave every tool. */
function toolsOfScope({ action, resource }: PolicyJson): readonly string[] | null {
  const actions = idsOf(action);
  const resources = resource.op === "==" || resource.op === "in" ? idsOf(resource) : null;
  if (actions === null) return resources;
  return resources === null ? actions : actions.filter((name) => resources.includes(name));
}

function idsOf(constraint: object): string[] | null {
  if ("entity" in constraint) return [idOf(constraint.entity)];
  if ("entities" in constraint && Array.isArray(constraint.entities)) return constraint.entities.map(idOf);
  return null;
}

function idOf(entity: unknown): string {
  const plain = typeof entity === "object" && entity !== null && "__entity" in entity ? entity.__entity : entity;
  return String((plain as { id: unknown }).id);
}

function idInText(text: string): string | null {
  return /@id\s*\(\s*"([^"\\]{1,100})"\s*\)/.exec(text)?.[1] ?? null;
}
