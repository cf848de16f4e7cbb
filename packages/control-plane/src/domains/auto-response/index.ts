// What other domains use of pending approvals.

export { autoResponseHandlers } from "./handlers.js";
