export { eventsStream } from "./stream.js";
