/**
 * What `@portcullis/core` offers: pure building blocks that run anywhere. Nothing here reads an environment, a clock, a file
 * or the network; the transport over an injected fetch is the subpath `@portcullis/core/transport`.
 */
export * from "./canonical-json.js";
export * from "./clock.js";
export * from "./constant-time.js";
export * from "./dsse.js";
export * from "./event-chain.js";
export * from "./glob.js";
export * from "./hash.js";
export * from "./ids.js";
export {
  formatJson,
  hideBigints,
  hideIntegers,
  type JsonObject,
  type JsonValue,
  parseJson,
  revealIntegers,
  showIntegers,
} from "./json-numbers.js";
export * from "./json-pointer.js";
export * from "./key-ring.js";
export * from "./keys.js";
export * from "./money.js";
export * from "./pricing.js";
export * from "./receipt.js";
export * from "./strict-json.js";
export * from "./tool-grants.js";
export * from "./tool-name.js";
export * from "./trace.js";
export { isWellFormedText, wellFormedJson } from "./well-formed.js";
