// The only file that names Cedar's WebAssembly build. Preparsed sets live in its memory and cannot be dropped, so their ids
// are slots of a bounded pool: a set that lost its slot is parsed again when it is next used.

import type {
  DetailedError,
  EntityJson,
  PolicyJson,
  PolicyToJsonAnswer,
  SchemaJson,
  TypeAndId,
  ValidationAnswer,
} from "@cedar-policy/cedar-wasm/nodejs";
import * as cedar from "@cedar-policy/cedar-wasm/nodejs";

export type {
  CedarValueJson,
  DetailedError,
  Expr,
  PolicyJson,
  SchemaJson,
  Type,
} from "@cedar-policy/cedar-wasm/nodejs";

/** Policies by id, as Cedar text, with the slot that holds them while they are preparsed. */
export interface PolicySetHandle {
  readonly policies: Readonly<Record<string, string>>;
  slot: number | null;
}

export interface CedarRequest {
  readonly principal: TypeAndId;
  readonly action: TypeAndId;
  readonly resource: TypeAndId;
  readonly context: Record<string, cedar.CedarValueJson>;
  readonly entities: EntityJson[];
}

/** Ids of the rules that determined the answer, and of those that failed. */
export interface CedarAnswer {
  readonly allowed: boolean;
  readonly reasons: readonly string[];
  readonly errors: readonly string[];
}

/** Sets that stay preparsed at a time; about 80 KB each for fifty rules. */
export const MAX_PREPARSED_SETS = 1024;

const owners = new Map<number, PolicySetHandle>();
const freeSlots: number[] = [];
let slotsMade = 0;

/** A set that is preparsed when it is first used. */
export function preparePolicySet(policies: Readonly<Record<string, string>>): PolicySetHandle {
  return { policies, slot: null };
}

/** Gives the set's slot back; using the set again takes another. */
export function releasePolicySet(set: PolicySetHandle): void {
  if (set.slot === null) return;
  owners.delete(set.slot);
  freeSlots.push(set.slot);
  set.slot = null;
}

/** Evaluates without a schema: values must have been checked against their types before. Throws on malformed requests. */
export function authorize(set: PolicySetHandle, request: CedarRequest): CedarAnswer {
  const answer = cedar.statefulIsAuthorized({
    ...request,
    validateRequest: false,
    preparsedPolicySetId: idOfSlot(occupySlot(set)),
  });
  if (answer.type === "failure") throw new Error(`Cedar refused the request: ${firstMessage(answer.errors)}`);
  const { decision, diagnostics } = answer.response;
  return {
    allowed: decision === "allow",
    reasons: diagnostics.reason,
    errors: diagnostics.errors.map((error) => error.policyId),
  };
}

/** The tree of one policy, or what is wrong with its text. */
export function readPolicy(text: string): { json: PolicyJson } | { errors: readonly DetailedError[] } {
  const answer: PolicyToJsonAnswer = cedar.policyToJson(text);
  return answer.type === "success" ? { json: answer.json } : { errors: answer.errors };
}

/** What strict validation says of each policy, warnings included; empty when all is well. */
export function validatePolicies(
  schema: SchemaJson<string>,
  policies: Readonly<Record<string, string>>,
): readonly { policyId: string | null; error: DetailedError }[] {
  const answer: ValidationAnswer = cedar.validate({ schema, policies: { staticPolicies: { ...policies } } });
  if (answer.type === "failure") return answer.errors.map((error) => ({ policyId: null, error }));
  const general = answer.otherWarnings.map((error) => ({ policyId: null, error }));
  return [...answer.validationErrors, ...answer.validationWarnings, ...general];
}

function occupySlot(set: PolicySetHandle): number {
  if (set.slot !== null) {
    // Moves it to the end of the map, so that the first is the one that was used longest ago.
    owners.delete(set.slot);
    owners.set(set.slot, set);
    return set.slot;
  }
  const slot = freeSlots.pop() ?? (slotsMade < MAX_PREPARSED_SETS ? slotsMade++ : evictOldest());
  const answer = cedar.preparsePolicySet(idOfSlot(slot), { staticPolicies: { ...set.policies } });
  if (answer.type === "failure") {
    freeSlots.push(slot);
    throw new Error(`Cedar refused the policies: ${firstMessage(answer.errors)}`);
  }
  set.slot = slot;
  owners.set(slot, set);
  return slot;
}

function evictOldest(): number {
  const oldest = owners.entries().next().value;
  if (oldest === undefined) throw new Error("The pool of policy sets is empty.");
  const [slot, owner] = oldest;
  owners.delete(slot);
  owner.slot = null;
  return slot;
}

const idOfSlot = (slot: number) => `set-${slot}`;
const firstMessage = (errors: readonly DetailedError[]) => errors[0]?.message ?? "no reason given";
