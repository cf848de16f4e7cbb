// @portcullis/sdk/embedded: the edge in the agent's own process.

export { type EmbeddedPortcullis, openEmbeddedPortcullis } from "./embedded-portcullis.js";
export type { FunctionTool, FunctionToolContext } from "./function-tools.js";
export type { EmbeddedOptions } from "./options.js";
