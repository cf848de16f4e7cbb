// The `data` of refusals that carry some, by code. A call that was permitted has its decision there with other codes too. The
// description of the API shows these shapes, and the tests hold the answers to them.

import { z } from "zod";
import type { ErrorCode } from "./errors.js";
import {
  approvalRequiredData,
  decisionEnvelope,
  decisionTimeoutData,
  killSwitchData,
  rateLimitedData,
  upstreamErrorData,
  withoutResultData,
} from "./schemas/execution.js";

const limit = z.object({ limit: z.number().int() });
const policyFault = z.object({
  rule_id: z.string().nullable(),
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
  hint: z.string().nullable(),
});

export const refusalData: Partial<Record<ErrorCode, z.ZodType>> = {
  duplicate_json_key: z.object({ key: z.string().nullable() }),
  kill_switch_engaged: killSwitchData,
  policy_denied: decisionEnvelope,
  approval_required: approvalRequiredData,
  conflict: z.looseObject({ field: z.string() }),
  registry_full: limit,
  call_cancelled: withoutResultData,
  policy_invalid: z.object({ errors: z.array(policyFault) }),
  rate_limited: rateLimitedData,
  too_many_streams: limit,
  too_many_verifications: limit,
  upstream_error: upstreamErrorData,
  upstream_unreachable: withoutResultData,
  response_withheld: withoutResultData,
  response_too_large: withoutResultData,
  decision_timeout: decisionTimeoutData,
  upstream_timeout: withoutResultData,
};
