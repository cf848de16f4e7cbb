// For what is loaded before a process under test (NODE_OPTIONS=--import): does what a file says, now and whenever it says something
// else, and tells on the error stream that it was done.

import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const LOOK_EVERY_MS = 20;

/** `apply` gets the file's text. */
export function followFile(path, apply) {
  let done;
  const look = () => {
    const text = readFileSync(path, "utf8");
    if (text === done) return;
    done = text;
    apply(text);
    if (isMainThread) console.error(`told: ${text}`);
  };
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
}
