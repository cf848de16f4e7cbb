// Detection: the scanner of stage 3 and the redactor of stage 9. Pure and self-contained: it imports nothing outside
// this folder, reads no clock and no network, and runs in linear time.
export { FINDING_CODES, type Finding, type FindingCode, type Severity, type View } from "./findings.js";
export type { LinearOptions, ScanOptions, TenantPhrase } from "./options.js";
export { createEventStreamRedactor, type EventStreamOptions } from "./redact/event-stream-redactor.js";
export { createJsonRedactor } from "./redact/json-redactor.js";
export {
  type CustomPattern,
  DEFAULT_REDACTION_POLICY,
  REDACTION_KINDS,
  type Redaction,
  type RedactionAction,
  type RedactionCount,
  RedactionError,
  type RedactionKind,
  type RedactionPolicy,
} from "./redact/policy.js";
export { type RedactionResult, redact } from "./redact/redact.js";
export { createTextRedactor, type TextRedactor } from "./redact/text-redactor.js";
export { RULES, type RuleDoc } from "./rules.js";
export { type ScanResult, scan } from "./scan.js";
