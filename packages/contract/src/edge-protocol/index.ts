// What an edge and the control plane say to each other: session, admit, decide, records and sync.

export * from "./admit.js";
export * from "./decide.js";
export * from "./records.js";
export * from "./session.js";
export { errorCode, STAGES, type StageName, type StageTiming, stageTiming } from "./shared-shapes.js";
export * from "./sync.js";
export * from "./tool-definitions.js";
