// The password of a data source as Go's drivers write it, without a scheme: user:password@tcp(host:port)/database.
import { isLetterOrDigit, unitAt } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";

const PROTOCOL = /^@(?:tcp6?|udp|unix)\(/;
const LONGEST_PROTOCOL = 6;
const SHORTEST_PASSWORD = 4;
const COLON = 0x3a;

/** The password that is the run from `start` to the at sign at `end`. */
export function findDriverPassword(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  if (unitAt(text, start - 1) !== COLON || !isLetterOrDigit(unitAt(text, start - 2))) return undefined;
  if (end + LONGEST_PROTOCOL > reach.end) reach.end = end + LONGEST_PROTOCOL;
  const isSource = end - start >= SHORTEST_PASSWORD && PROTOCOL.test(text.slice(end, end + LONGEST_PROTOCOL));
  return isSource ? { kind: "password", start, end } : undefined;
}
