// `@portcullis/edge/upstream-http`: tools that are HTTP endpoints.
export { type AddressRule, guardedLookup, isPrivateAddress } from "./address-guard.js";
export { createHttpTools, type HttpToolsOptions, ToolConfigurationError } from "./http-tools.js";
