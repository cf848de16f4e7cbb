// Findings as they leave this process: rule, place and score, never text of a payload. A key of a payload may hold anything,
// so that a path keeps only those keys that are plain names.
import { type DecideCall, MAX_FINDING_DETAILS } from "@portcullis/contract";
import { redact } from "../detection/index.js";

const LONGEST_PATH = 1000;
/** What stands for a key that is no plain name. */
const OTHER_KEY = "…";
const INDEX = /^(?:0|[1-9][0-9]{0,6})$/;
const NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_$.-]{0,47}$/u;

type ShownFinding = DecideCall["findings"][number];

export function showFinding(finding: ShownFinding): ShownFinding {
  return { ...finding, path: showPath(finding.path) };
}

/** The highest scores first, where there are more than a row shows. */
export function showDetails(findings: readonly ShownFinding[]): ShownFinding[] {
  const shown =
    findings.length <= MAX_FINDING_DETAILS ? findings : findings.toSorted((one, other) => other.score - one.score);
  return shown.slice(0, MAX_FINDING_DETAILS).map(showFinding);
}

function showPath(path: string): string {
  if (path === "") return path;
  const parts = path.slice(1).split("/");
  let shown = "";
  for (const part of parts) {
    const next = `/${isPlain(part) ? part : OTHER_KEY}`;
    if (shown.length + next.length > LONGEST_PATH - 2) return `${shown}/${OTHER_KEY}`;
    shown += next;
  }
  return shown;
}

/** A key that looks like data is none: an address, a number of someone, a password. */
function isPlain(part: string): boolean {
  return INDEX.test(part) || (NAME.test(part) && redact(part).counts.length === 0);
}
