// Credentials of no vendor's form that leave where they end in logs: in the address or the query of a URL, and in the options
// and variables of a command. A header of its own field is none: tools take those as arguments by design. Variables,
// templates and words of a form are none either.

import { unitAt } from "../text/unit.js";

export interface CredentialFinding {
  readonly rule: "credential";
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const MOST = 16;
const SHORTEST_PASSWORD = 8;
const SHORTEST_TOKEN = 16;
const FEWEST_SIGNS = 6;

/** `://user:password@` and `?api_key=…`; literals with bounded ends. */
const IN_URL =
  /:\/\/[\w.%+-]{0,60}:([^\s/@:"'<>]{8,120})@|[?&](?:api_?key|access_token|auth_token|private_token|client_secret|secret_key|passwd)=([\w.~+%-]{16,400})|[?&]password=([\w.~+%-]{8,400})/gi;
/** The password of a connection string, beside the server or the user. */
const IN_CONNECTION = /(?:^|[;\s"'{])(?:password|pwd|accountkey|sharedaccesskey)=([^\s;"'}]{8,120})/gi;
const CONNECTION =
  /(?:^|[;\s"'{])(?:server|data source|host|dbname|database|driver|uid|user id|accountname|endpoint|initial catalog)=/i;
/** A command that sends what its options hold. */
const SENDER = /\b(?:curl|wget|https?|xh|invoke-\w{3,20}|mysql(?:dump|admin)?|mariadb)\b {1,4}[-"'/\w]/i;
const SET =
  /\b(?:export|set|setx|env) {1,3}[A-Z_]{0,40}(?:SECRET|TOKEN|PASSWORD|API_KEY|ACCESS_KEY)[A-Z_]{0,20}=["']?([^\s"'$(]{16,200})/g;
const OPTION =
  /\b(?:authorization: {0,3}(?:bearer|token|basic) {1,3}|x-[\w-]{0,30}(?:key|token|secret): {0,3})([\w.~+/=-]{16,400})|\s(?:-u|--user)[= ]["']?[\w.@-]{1,60}:([^\s"'$]{8,80})/gi;
/** Variables of clients, and what hands a password to ssh. */
const CLIENT =
  /\b(?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH)=["']?([^\s"'$(]{8,200})|\bsshpass {1,3}-p {0,3}["']?([^\s"'$]{8,80})/g;
/** The secret part of a webhook's URL: whoever knows it may post. */
const WEBHOOK = /hooks\.slack\.com\/services\/([\w/]{30,80})|discord(?:app)?\.com\/api\/webhooks\/([\w/-]{60,120})/g;
const MYSQL_OPTION = /\s-p([^\s"'$]{8,80})/g;
/** What a text holds at least that sets one, or sends one in a header; the rest begins with a hyphen. */
const SIGNS = ["SECRET", "TOKEN", "PASSWORD", "KEY"] as const;
const HEADER = /uthorization:[ B]/;
const HYPHEN_SIGNS = ["--user", "-key: ", "-Key: ", "-Token: ", "-token: "] as const;
/** Words that stand for a value. */
const STANDS_FOR = /your|example|placeholder|change|token_?here|redacted|x{6}|\*{3}|<|\{|\$|%[({]/i;

/** Every such credential in `text`, in order. */
export function findCredentials(text: string): CredentialFinding[] {
  const found: CredentialFinding[] = [];
  if (text.includes("://") || text.includes("=")) gather(text, 0, IN_URL, found);
  if (mayConnect(text) && CONNECTION.test(text)) gather(text, 0, IN_CONNECTION, found);
  if (text.includes("PGPASSWORD") || text.includes("_PWD=") || text.includes("sshpass "))
    gather(text, 0, CLIENT, found);
  if (text.includes("hooks.slack.com/") || text.includes("/api/webhooks/")) gather(text, 0, WEBHOOK, found);
  if (!mayHold(text)) return found;
  for (let start = 0; start < text.length && found.length < MOST; ) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end);
    gather(line, start, SET, found);
    const sender = SENDER.exec(line);
    if (sender !== null) {
      gather(line, start, OPTION, found);
      if (/^(?:mysql|maria)/i.test(sender[0])) gather(line, start, MYSQL_OPTION, found);
    }
    start += line.length + 1;
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Whether some equals sign may stand behind the name of a password or key of {@link IN_CONNECTION}: a cheap look. */
function mayConnect(text: string): boolean {
  for (let at = text.indexOf("="); at >= 0; at = text.indexOf("=", at + 1)) {
    const last = unitAt(text, at - 1) | 0x20;
    const before = unitAt(text, at - 2) | 0x20;
    // …rd=, …wd=, …ey=
    if ((last === 0x64 && (before === 0x72 || before === 0x77)) || (last === 0x79 && before === 0x65)) return true;
  }
  return false;
}

/** Whether a text may set or send a credential: a cheap look. */
function mayHold(text: string): boolean {
  for (let at = text.indexOf("-"); at >= 0; at = text.indexOf("-", at + 1)) {
    const next = unitAt(text, at + 1);
    // ` -u`, ` -p`
    if ((next === 0x75 || next === 0x70) && unitAt(text, at - 1) === 0x20) return true;
    if (mayFollow(next) && HYPHEN_SIGNS.some((sign) => text.startsWith(sign, at))) return true;
  }
  return SIGNS.some((sign) => text.includes(sign)) || (text.includes("uthorization:") && HEADER.test(text));
}

/** Whether one of these signs may go on so behind its hyphen: with another, or the letter of key or token. */
function mayFollow(code: number): boolean {
  const small = code | 0x20;
  return code === 0x2d || small === 0x6b || small === 0x74;
}

function gather(text: string, offset: number, pattern: RegExp, found: CredentialFinding[]): void {
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null && found.length < MOST; hit = pattern.exec(text)) {
    const value = hit.slice(1).find((part) => part !== undefined) ?? "";
    if (!isMade(value)) continue;
    const start = offset + hit.index + hit[0].lastIndexOf(value);
    found.push({ rule: "credential", score: 0.8, start, end: start + value.length });
  }
}

/** Letters and digits, several of each kind of sign, and no word that stands for a value; signed tokens are not meant. */
function isMade(value: string): boolean {
  if (STANDS_FOR.test(value) || value.startsWith("eyJ")) return false;
  const isMixed = /[A-Za-z]/.test(value) && /\d/.test(value);
  const least = value.length < SHORTEST_TOKEN ? SHORTEST_PASSWORD : SHORTEST_TOKEN;
  return isMixed && value.length >= least && new Set(value.slice(0, 64)).size >= FEWEST_SIGNS;
}
