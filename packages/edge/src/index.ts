// `@portcullis/edge`: the pipeline and its ports. Storage, uplink and upstream tools are subpaths, so that this root loads
// neither a database nor an MCP client.

/** What programs that embed the edge need of the contract. */
export { envelopeOfRefusal, type McpServer, Refusal, toolsFile } from "@portcullis/contract";
export { type Rate, rateOfAgent } from "./agent-rate.js";
export { MAX_ANSWER_BYTES, MAX_KEPT_ANSWER_BYTES } from "./answer-size.js";
export { pathsFor } from "./argument-values.js";
export { type ArrivalLimits, arrivalLimits, DEFAULT_REQUEST_TIMEOUT_MS } from "./arrival-limits.js";
export { CallStop } from "./call-stop.js";
export { answerClientError } from "./client-error.js";
export { systemClock } from "./clock.js";
export { combineTools } from "./combine-tools.js";
export { scanDefinition } from "./definition-scan.js";
export { DetectionThread } from "./detection-thread.js";
export { createEdge, DEFAULT_DECISION_TIMEOUT_MS } from "./edge.js";
export { envelopeText } from "./envelope-text.js";
export { HOW_TO_CALL } from "./how-to-call.js";
export { requireJsonType } from "./json-type.js";
export { textOf } from "./lazy-json.js";
export { ListenError } from "./listen-error.js";
export { DEFAULT_STOP_GRACE_MS, OpenConnections } from "./open-connections.js";
export { requirePlainRequest } from "./plain-request.js";
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
export { readBody } from "./read-body.js";
export { limitReading, READING_LIMIT_MS } from "./reading-limit.js";
export { refusalOfJson } from "./refusal-of-json.js";
export { tokenOf } from "./stages/auth.js";
export { HEAR_WITHOUT_HOST, hearRequests } from "./unheard-requests.js";
export { VERSION } from "./version.js";
