// The Cedar schema that a tenant's rules are checked against: one action per tool, whose context has the tool's arguments.
// `Action::"*"` stands for tools that are granted and not registered; no rule can name it.

import { cedarTypeOf, type RecordArgument } from "./argument-type.js";
import type { SchemaJson, Type } from "./cedar.js";

/** The action that stands for tools that are not registered. */
export const ANY_TOOL = "*";

const text: Type<string> = { type: "String" };
const whole: Type<string> = { type: "Long" };
const decimal: Type<string> = { type: "Extension", name: "decimal" };
const record = (attributes: Record<string, Type<string> & { required?: boolean }>): Type<string> => ({
  type: "Record",
  attributes,
});

/** Units: `risk`, `behavior` 0 to 1; `cost`, `spent_today` dollars; `time.epoch` seconds, `time.weekday` 1 is Monday. */
const contextOf = (args: RecordArgument) =>
  record({
    args: cedarTypeOf(args),
    findings: { type: "Set", element: text },
    risk: decimal,
    behavior: decimal,
    time: record({ epoch: whole, hour: whole, minute_of_day: whole, weekday: whole }),
    cost: decimal,
    spent_today: decimal,
    target_tenant: { ...text, required: false },
    role: text,
    grant: text,
  });

/** The schema for tools with these arguments; `toolNames` are all that a resource may be. */
export function buildSchema(
  tools: ReadonlyMap<string, RecordArgument>,
  toolNames: readonly string[],
): SchemaJson<string> {
  const actions: SchemaJson<string>[string]["actions"] = {};
  for (const [name, args] of tools) {
    actions[name] = { appliesTo: { principalTypes: ["Agent"], resourceTypes: ["Tool"], context: contextOf(args) } };
  }
  return {
    "": {
      entityTypes: {
        Agent: { shape: record({ name: text, risk_level: text }) },
        Tool: { enum: [...toolNames] },
      },
      actions,
    },
  };
}
