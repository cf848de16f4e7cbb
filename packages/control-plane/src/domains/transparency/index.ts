// What other domains may use of the transparency domain.

export { transparencyHandlers } from "./handlers.js";
