// A draft among the tenant's active files: checked, compiled, and given back as an engine of its own.

import { DEFAULT_POLICY_NAME, Refusal } from "@portcullis/contract";
import {
  checkPolicySourceInSlices,
  contradictionFaults,
  createPolicyEngineInSlices,
  type PolicyEngine,
  type PolicyRule,
} from "../../decision/policy/index.js";
import type { CompiledFile, PolicyBase, PolicyRow } from "./store.js";

export interface Draft {
  readonly engine: PolicyEngine;
  readonly rules: readonly PolicyRule[];
}

/** Checks and compiles the source in place of the active file of its name. Refuses `policy_invalid`. Close the engine. */
export async function compileDraft(base: PolicyBase, name: string, source: string): Promise<Draft> {
  const others = base.policies.filter((row) => row.name !== name);
  const takenIds = new Map(others.flatMap((row) => compiledOf(row).rules.map(({ id }) => [id, row.name] as const)));
  const check = await checkPolicySourceInSlices({ source, tools: base.tools, takenIds });
  if (!check.ok) throw new Refusal("policy_invalid", { data: { errors: check.errors } });
  const policies = [...others, { name, source }];
  const engine = await createPolicyEngineInSlices({ policies, tools: base.tools });
  const errors = contradictionFaults(check.rules, engine, source);
  if (errors.length === 0) return { engine, rules: check.rules };
  engine.close();
  throw new Refusal("policy_invalid", { data: { errors } });
}

/**
 * Which file a draft that is only tried stands for: the one that is named, else the active one that has rules of the same ids,
 * which the draft would clash with otherwise, else `main`, as for an upload.
 */
export async function fileOfDraft(base: PolicyBase, name: string | undefined, source: string): Promise<string> {
  if (name !== undefined) return name;
  const check = await checkPolicySourceInSlices({ source, tools: base.tools });
  const ids = new Set(check.ok ? check.rules.map(({ id }) => id) : []);
  const alike = base.policies.filter((row) => compiledOf(row).rules.some(({ id }) => ids.has(id)));
  const [file, ...others] = alike;
  return file !== undefined && others.length === 0 ? file.name : DEFAULT_POLICY_NAME;
}

/** The active files as they are. Close the engine. */
export async function compileActive(base: PolicyBase): Promise<Draft> {
  const engine = await createPolicyEngineInSlices({ policies: base.policies, tools: base.tools });
  return { engine, rules: [] };
}

export function compiledOf(row: Pick<PolicyRow, "compiled">): CompiledFile {
  return JSON.parse(row.compiled) as CompiledFile;
}

/** What an upload answers and the row keeps. */
export function describeDraft({ engine, rules }: Draft): CompiledFile {
  return {
    bundle_revision: engine.revision,
    rules: rules.map(({ id, effect, tools }) => ({ id, effect, tools: [...(tools ?? ["*"])] })),
    argument_paths: Object.fromEntries(Object.entries(engine.argumentPaths).map(([tool, paths]) => [tool, [...paths]])),
  };
}
