// Detection: the scanner of stage 3 and the redactor of stage 9. Pure and self-contained: it imports nothing outside
// this folder, reads no clock and no network, and runs in linear time.
export { FINDING_CODES, type Finding, type FindingCode, type Severity, type View } from "./findings.js";
export type { AllowedContext, LinearOptions, ScanOptions, TenantPattern, TenantPhrase } from "./options.js";
export {
  type CustomPattern,
  DEFAULT_REDACTION_POLICY,
  REDACTION_ACTIONS,
  REDACTION_KINDS,
  type Redaction,
  type RedactionAction,
  type RedactionCount,
  RedactionError,
  type RedactionKind,
  type RedactionOverride,
  type RedactionPolicy,
} from "./redact/policy.js";
export { type RedactionResult, redact } from "./redact/redact.js";
export { createEventStreamRedactor, type EventStreamOptions } from "./redact/streams/event-stream-redactor.js";
export { createJsonLinesRedactor, isJsonLines, type JsonLinesOptions } from "./redact/streams/json-lines-redactor.js";
export { createJsonRedactor } from "./redact/streams/json-redactor.js";
export { createTextRedactor, type TextRedactor } from "./redact/streams/text-redactor.js";
export { RULES, type RuleDoc } from "./rules.js";
export { riskOf, type ScanResult, scan } from "./scan.js";
export { readDictionaries } from "./text/lexicon.js";
export { checkRedactionSettings, checkScanSettings, type TuningProblem } from "./tuning/check.js";
export { nearestName } from "./tuning/nearest-name.js";
export { type Rejudged, rejudgeFindings } from "./tuning/rejudge.js";
export type { RedactionSettings, ScanSettings } from "./tuning/settings.js";
export { redactionPolicyFor, scanOptionsFor } from "./tuning/tool-options.js";
