// What other domains use of the kill switch.

export { killSwitchHandlers } from "./handlers.js";
