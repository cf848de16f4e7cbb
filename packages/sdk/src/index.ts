// @portcullis/sdk: a typed client of Portcullis.

export { Portcullis } from "./client.js";
export * from "./errors.js";
export type { DecisionEvent, EventStreamOptions } from "./event-stream.js";
export type * from "./generated/resources.js";
export type { ClientSettings, Credentials, ExecuteOptions, PortcullisOptions, RequestOptions } from "./options.js";
export type { PageData, PagedList } from "./pages.js";
