// The table of all injection rules, in the order of the documentation; the rules of each family have a file of their own.

import type { InjectionRule } from "./rule.js";
import { CALLED_OFF_RULES } from "./rules/called-off.js";
import { CONCEALMENT_RULES } from "./rules/concealment.js";
import { EXFILTRATION_RULES } from "./rules/exfiltration.js";
import { EXTRACTION_RULES } from "./rules/extraction.js";
import { FORGED_TURN_RULES } from "./rules/forged-turn.js";
import { FREE_ROLE_RULES } from "./rules/free-roles.js";
import { HARM_RULES } from "./rules/harms.js";
import { HIDDEN_CHANNEL_RULES } from "./rules/hidden-channel.js";
import { JOINT_RULES } from "./rules/joint.js";
import { OVERRIDE_RULES } from "./rules/override.js";
import { PERSONA_RULES } from "./rules/persona.js";
import { PRIVILEGE_RULES } from "./rules/privilege.js";
import { READER_AT_WORK_RULES } from "./rules/reader-at-work.js";
import { READER_ORDER_RULES } from "./rules/reader-orders.js";
import { SET_ASIDE_RULES } from "./rules/set-aside.js";
import { SWITCHED_OFF_RULES } from "./rules/switched-off.js";
import { TASK_CHANGE_RULES } from "./rules/task-change.js";
import { TOOL_POISONING_RULES } from "./rules/tool-poisoning.js";
import { UNBOUND_RULES } from "./rules/unbound.js";

export const INJECTION_RULES: readonly InjectionRule[] = [
  ...OVERRIDE_RULES,
  ...TASK_CHANGE_RULES,
  ...UNBOUND_RULES,
  ...CALLED_OFF_RULES,
  ...SWITCHED_OFF_RULES,
  ...EXTRACTION_RULES,
  ...PERSONA_RULES,
  ...FREE_ROLE_RULES,
  ...HARM_RULES,
  ...FORGED_TURN_RULES,
  ...CONCEALMENT_RULES,
  ...EXFILTRATION_RULES,
  ...PRIVILEGE_RULES,
  ...HIDDEN_CHANNEL_RULES,
  ...TOOL_POISONING_RULES,
  ...JOINT_RULES,
  ...SET_ASIDE_RULES,
  ...READER_ORDER_RULES,
  ...READER_AT_WORK_RULES,
];
