// Loaded before a process under test (NODE_OPTIONS=--import): its wall clock differs from the machine's by the milliseconds in
// the file that CLOCK_FILE names, looked at all the time. Timers and the monotonic clock go on as they do when a clock is set.

import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const LOOK_EVERY_MS = 20;
const Machine = globalThis.Date;
let shiftMs = 0;

function look() {
  const wantedMs = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
  if (wantedMs === shiftMs) return;
  shiftMs = wantedMs;
  if (isMainThread) console.error(`clock set to ${shiftMs} ms`);
}

const now = () => Machine.now() + shiftMs;
globalThis.Date = new Proxy(Machine, {
  construct: (target, values, called) => Reflect.construct(target, values.length === 0 ? [now()] : values, called),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

look();
setInterval(look, LOOK_EVERY_MS).unref();
