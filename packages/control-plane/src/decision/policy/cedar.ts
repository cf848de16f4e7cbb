// The only file that names Cedar's WebAssembly build. Preparsed sets live in its memory and cannot be dropped, so their ids
// are slots of a bounded pool: a set that lost its slot is parsed again when it is next used. A policy that exhausts its stack
// breaks the whole instance, every tenant's calls with it: such an instance is thrown away, and the policy not used again.

import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import type * as Cedar from "@cedar-policy/cedar-wasm/nodejs";

export type { CedarValueJson, DetailedError, PolicyJson, SchemaJson, Type } from "@cedar-policy/cedar-wasm/nodejs";

/** Policies by id, as Cedar text, with the slot that holds them while they are preparsed. */
export interface PolicySetHandle {
  readonly policies: Readonly<Record<string, string>>;
  slot: number | null;
  /** Using it broke an instance. */
  isHarmful: boolean;
}

export interface CedarRequest {
  readonly principal: Cedar.TypeAndId;
  readonly action: Cedar.TypeAndId;
  readonly resource: Cedar.TypeAndId;
  readonly context: Record<string, Cedar.CedarValueJson>;
  readonly entities: Cedar.EntityJson[];
}

/** Ids of the rules that determined the answer, and of those that failed. */
export interface CedarAnswer {
  readonly allowed: boolean;
  readonly reasons: readonly string[];
  readonly errors: readonly string[];
}

/** Sets that stay preparsed at a time; about 80 KB each for fifty rules. */
export const MAX_PREPARSED_SETS = 1024;

// Where V8 has inlined a call of WebAssembly into an optimized function, it cannot throw that function away while the call is
// under way and returns an object, as all of Cedar's do: it ends the process ("unreachable code", or SIGSEGV), after some
// thousands to tens of thousands of evaluations. Seen on Node 20 and 22, mended in 24. The flag is the whole process's, worker
// threads included, and counts for what is optimized after it: so it stands before Cedar is loaded. V8 complains on stderr of a
// flag that it does not know, which later ones need not.
if (Number.parseInt(process.versions.node, 10) < 24) setFlagsFromString("--no-turbo-inline-js-wasm-calls");

const require = createRequire(import.meta.url);
const modulePath = require.resolve("@cedar-policy/cedar-wasm/nodejs");
let cedar = require(modulePath) as typeof Cedar;

const owners = new Map<number, PolicySetHandle>();
const freeSlots: number[] = [];
let slotsMade = 0;

/** A set that is preparsed when it is first used. */
export function preparePolicySet(policies: Readonly<Record<string, string>>): PolicySetHandle {
  return { policies, slot: null, isHarmful: false };
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
  if (set.isHarmful) throw new Error("The policies broke an instance of Cedar before.");
  const answer = runCedar(() => {
    const preparsedPolicySetId = idOfSlot(occupySlot(set));
    return cedar.statefulIsAuthorized({ ...request, validateRequest: false, preparsedPolicySetId });
  }, set);
  if (answer.type === "failure") throw new Error(`Cedar refused the request: ${firstMessage(answer.errors)}`);
  const { decision, diagnostics } = answer.response;
  return {
    allowed: decision === "allow",
    reasons: diagnostics.reason,
    errors: diagnostics.errors.map((error) => error.policyId),
  };
}

/** The tree of one policy, or what is wrong with its text. */
export function readPolicy(text: string): { json: Cedar.PolicyJson } | { errors: readonly Cedar.DetailedError[] } {
  try {
    const answer = runCedar(() => cedar.policyToJson(text));
    return answer.type === "success" ? { json: answer.json } : { errors: answer.errors };
  } catch {
    return { errors: [UNREADABLE] };
  }
}

/** What strict validation says of each policy, warnings included; empty when all is well. */
export function validatePolicies(
  schema: Cedar.SchemaJson<string>,
  policies: Readonly<Record<string, string>>,
): readonly { policyId: string | null; error: Cedar.DetailedError }[] {
  try {
    const answer = runCedar(() => cedar.validate({ schema, policies: { staticPolicies: { ...policies } } }));
    if (answer.type === "failure") return answer.errors.map((error) => ({ policyId: null, error }));
    const general = answer.otherWarnings.map((error) => ({ policyId: null, error }));
    return [...answer.validationErrors, ...answer.validationWarnings, ...general];
  } catch {
    return [{ policyId: null, error: UNREADABLE }];
  }
}

/** What is said of a text on which Cedar itself failed. */
const UNREADABLE: Cedar.DetailedError = {
  message: "Cedar could not work through the rule",
  help: "Make the rule smaller.",
  code: null,
  url: null,
  severity: null,
};

/** An instance of which the stack or the memory ran out answers nothing more, whoever asks. */
function runCedar<T>(run: () => T, set?: PolicySetHandle): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError")) {
      replaceInstance();
      if (set !== undefined) set.isHarmful = true;
    }
    throw error;
  }
}

function replaceInstance(): void {
  for (const set of owners.values()) set.slot = null;
  owners.clear();
  freeSlots.length = 0;
  slotsMade = 0;
  delete require.cache[modulePath];
  cedar = require(modulePath) as typeof Cedar;
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
const firstMessage = (errors: readonly Cedar.DetailedError[]) => errors[0]?.message ?? "no reason given";
