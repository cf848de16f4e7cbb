// What a tenant's settings come to for one tool: the options of its scans and the policy of its redaction. The same settings
// give the same objects again, which the scanner and the redactor make ready once.
import type { AllowedContext, ScanOptions } from "../options.js";
import { DEFAULT_REDACTION_POLICY, type RedactionOverride, type RedactionPolicy } from "../redact/policy.js";
import type { RedactionSettings, ScanSettings } from "./settings.js";
import { namesTool } from "./tool-glob.js";

type Purpose = NonNullable<ScanOptions["purpose"]>;

/** Tools of one tenant for which options are kept; more are made anew each time. */
const MOST_KEPT = 1000;

const keptOptions = new WeakMap<ScanSettings, Map<string, ScanOptions>>();
const keptPolicies = new WeakMap<RedactionSettings, Map<string, RedactionPolicy>>();

export function scanOptionsFor(settings: ScanSettings, toolName: string, purpose: Purpose): ScanOptions {
  return remember(keptOptions, settings, `${purpose} ${toolName}`, () => makeOptions(settings, toolName, purpose));
}

/** A tenant without settings has the default policy; broken settings fail in the redactor, which withholds. */
export function redactionPolicyFor(settings: RedactionSettings, toolName: string): RedactionPolicy {
  return remember(keptPolicies, settings, toolName, () => makePolicy(settings, toolName));
}

function makeOptions(settings: ScanSettings, toolName: string, purpose: Purpose): ScanOptions {
  const { rules_off = [], thresholds, phrases, patterns, allowed_contexts = [] } = settings;
  const here = allowed_contexts.filter(({ tools }) => namesTool(tools, toolName));
  const everywhere = here.filter(({ paths }) => paths === undefined).flatMap(({ rules }) => rules);
  const contexts: AllowedContext[] = here.flatMap(({ rules, paths }) =>
    paths === undefined ? [] : [{ rules, paths }],
  );
  return {
    purpose,
    rulesOff: [...rules_off, ...everywhere],
    allowedContexts: contexts,
    ...(thresholds === undefined ? {} : { thresholds }),
    tenantPhrases: (phrases ?? []).map(withoutUndefined),
    tenantPatterns: (patterns ?? []).map(withoutUndefined),
  };
}

function makePolicy(settings: RedactionSettings, toolName: string): RedactionPolicy {
  const { kinds, keys, patterns, overrides = [], token_key } = settings;
  const here: RedactionOverride[] = overrides
    .filter(({ tools }) => namesTool(tools, toolName))
    .map((override) => ({ paths: override.paths ?? ["/**"], kinds: override.kinds }));
  return {
    kinds: { ...DEFAULT_REDACTION_POLICY.kinds, ...kinds },
    ...(keys === undefined ? {} : { keys }),
    ...(patterns === undefined ? {} : { patterns }),
    ...(here.length === 0 ? {} : { overrides: here }),
    ...(token_key === undefined ? {} : { tokenKey: token_key }),
  };
}

function withoutUndefined<T extends { readonly score?: number | undefined }>({ score, ...rest }: T) {
  return score === undefined ? rest : { ...rest, score };
}

function remember<Settings extends object, T>(
  kept: WeakMap<Settings, Map<string, T>>,
  settings: Settings,
  key: string,
  make: () => T,
): T {
  const known = kept.get(settings) ?? new Map<string, T>();
  kept.set(settings, known);
  const found = known.get(key) ?? make();
  if (known.size < MOST_KEPT) known.set(key, found);
  return found;
}
