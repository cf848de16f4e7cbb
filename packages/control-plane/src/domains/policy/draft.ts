// A draft among the tenant's active files: checked, compiled, and given back as an engine of its own.

import { Refusal } from "@portcullis/contract";
import {
  checkPolicySourceInSlices,
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
export async function compileDraft(tenantId: string, base: PolicyBase, name: string, source: string): Promise<Draft> {
  const others = base.policies.filter((row) => row.name !== name);
  const takenIds = others.flatMap((row) => compiledOf(row).rules.map(({ id }) => id));
  const check = await checkPolicySourceInSlices({ source, tools: base.tools, takenIds });
  if (!check.ok) throw new Refusal("policy_invalid", { data: { errors: check.errors } });
  const policies = [...others, { name, source }];
  const engine = await createPolicyEngineInSlices({ tenantId, policies, tools: base.tools });
  return { engine, rules: check.rules };
}

/** The active files as they are. Close the engine. */
export async function compileActive(tenantId: string, base: PolicyBase): Promise<Draft> {
  const engine = await createPolicyEngineInSlices({ tenantId, policies: base.policies, tools: base.tools });
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
