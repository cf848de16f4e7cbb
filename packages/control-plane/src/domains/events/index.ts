export { openEventsStream } from "./stream.js";
