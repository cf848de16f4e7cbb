// Loaded before a process under test: its wall clock differs from the machine's by the milliseconds in the file that SHIFTED_CLOCK
// names. Timers and the monotonic clock go on as they do when a clock is set.

import { followFile } from "./follow-file.mjs";

const Machine = globalThis.Date;
let shiftMs = 0;

const now = () => Machine.now() + shiftMs;
globalThis.Date = new Proxy(Machine, {
  construct: (target, values, called) => Reflect.construct(target, values.length === 0 ? [now()] : values, called),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

followFile(process.env.SHIFTED_CLOCK, (text) => {
  shiftMs = Number(text);
});
