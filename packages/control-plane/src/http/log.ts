// The process's log: one JSON line an entry. Secrets are taken out by name wherever an object holds them; request bodies
// and headers are not logged at all.

import { type DestinationStream, type Logger, pino } from "pino";

const SECRET_NAMES = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "token",
  "access_token",
  "api_key",
  "session_token",
];
const PLACES = ["", "*.", "*.*.", "err.*."];

/** Logs to standard error unless told otherwise, so that standard output stays for what a command answers. */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  const paths = PLACES.flatMap((place) => SECRET_NAMES.map((name) => `${place}${name}`));
  const redact = { paths, censor: "[withheld]" };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact }, destination);
}

/** Synchronous, so that the last line before an exit is written. */
function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}
