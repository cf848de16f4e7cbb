// `@portcullis/edge`: the pipeline and its ports. Storage, uplink and upstream tools are subpaths, so that this root loads
// neither a database nor an MCP client.

/** What programs that embed the edge need of the contract. */
export { envelopeOfRefusal, type McpServer, Refusal, toolsFile } from "@portcullis/contract";
export { CallStop } from "./calls/call-stop.js";
export { systemClock } from "./clock.js";
export { combineTools } from "./combine-tools.js";
export { DefinitionPart } from "./definition-part.js";
export { createEdge, DEFAULT_DECISION_TIMEOUT_MS } from "./edge.js";
export { type ArrivalLimits, arrivalLimits, DEFAULT_REQUEST_TIMEOUT_MS } from "./http/arrival-limits.js";
export { answerClientError } from "./http/client-error.js";
export { HOW_TO_CALL } from "./http/how-to-call.js";
export { requireJsonType } from "./http/json-type.js";
export { ListenError } from "./http/listen-error.js";
export { DEFAULT_STOP_GRACE_MS, OpenConnections } from "./http/open-connections.js";
export { requirePlainRequest } from "./http/plain-request.js";
export { readBody } from "./http/read-body.js";
export { limitReading, READING_LIMIT_MS } from "./http/reading-limit.js";
export { refusalOfJson } from "./http/refusal-of-json.js";
export { HEAR_WITHOUT_HOST, hearRequests } from "./http/unheard-requests.js";
export { MAX_ANSWER_BYTES, MAX_KEPT_ANSWER_BYTES } from "./inspection/answer-size.js";
export { pathsFor } from "./inspection/argument-values.js";
export { scanDefinition } from "./inspection/definition-scan.js";
export { DetectionThread } from "./inspection/detection-thread.js";
export { envelopeText } from "./inspection/envelope-text.js";
export { textOf } from "./inspection/lazy-json.js";
export type {
  AdmitRequest,
  CallObserver,
  Clock,
  Edge,
  EdgeOptions,
  EdgeStatus,
  ExecuteAnswer,
  ExecuteRequest,
  FinishedCall,
  RecordSink,
  ServedDefinition,
  ToolAnswer,
  ToolDescriber,
  ToolRequest,
  ToolRunner,
  Uplink,
} from "./ports.js";
export { tokenOf } from "./stages/auth.js";
export { type Rate, rateOfAgent } from "./tenant/agent-rate.js";
export { VERSION } from "./version.js";
