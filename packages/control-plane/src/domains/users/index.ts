// What other domains may use of the users' list.

export { usersHandlers } from "./handlers.js";
