// Everything that the pipeline and its boundary use of one edge, put together once by createEdge.

import type { RecordKeeper } from "./calls/record-keeper.js";
import type { RefusalLog } from "./calls/refusal-log.js";
import type { Detection } from "./inspection/detection.js";
import type { AuthPorts } from "./stages/auth.js";
import type { DecidePorts } from "./stages/decide.js";
import type { ExecutePorts } from "./stages/execution.js";
import type { LimitPorts } from "./stages/rate-limit.js";
import type { ToolDefinitions } from "./tool-definitions.js";

export interface EdgeParts extends AuthPorts, DecidePorts, ExecutePorts, LimitPorts {
  readonly detection: Detection;
  readonly definitions: ToolDefinitions;
  readonly keeper: RecordKeeper;
  readonly refusals: RefusalLog;
}
