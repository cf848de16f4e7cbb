// Destruction by lines of other languages, as interpreters take them on their command line: trees that are removed, and
// code that is decoded and run.
import { findSentRequest } from "../store/requests.js";
import type { ShellFinding } from "./shell-finding.js";

/** Whole systems and homes, and the folders at their top; literals only. */
const SYSTEM =
  "(?:/|~|[A-Za-z]:[\\\\/]{1,4}|/(?:home|etc|usr|var|srv|opt|root|bin|sbin|lib|boot|data|mnt|media|Users)(?:/(?!tmp/|cache/)[\\w.*-]{0,40}){0,3}|~/[\\w.*-]{0,40})/?\\*?";
const REMOVES =
  "(?:\\brmtree|\\bremove_tree|\\brm_rf?|\\brmSync|\\brmdirSync|\\bremoveSync|\\bemptyDirSync|\\bfs(?:/promises[\"'\\\\]{1,3}\\))?(?:\\.promises)?\\.rm|\\bDeno\\.remove)";
const QUOTE = "\\\\{0,2}[\"']";

/** A call around the path. */
const WRAPPED = "(?:[\\w.]{1,24} {0,2}\\( {0,2})?";
const HOME =
  "(?:[\\w.]{0,24}\\b(?:home|homedir) {0,2}\\( {0,2}\\)|process\\.env\\.(?:HOME|USERPROFILE)\\b|os\\.environ\\[[\"']HOME[\"']\\]|ENV\\[[\"']HOME[\"']\\])";
const REMOVED_TREE = new RegExp(`${REMOVES} {0,3}\\(? {0,3}(?:${WRAPPED}${QUOTE}${SYSTEM}${QUOTE}|${HOME})`);
/** Folders of Windows that objects of .NET and of scripts remove. */
const REMOVED_FOLDER =
  /\bIO\.Directory\]::Delete {0,2}\( {0,2}["'][A-Za-z]:\\[^"'\n]{0,80}["'] {0,2}, {0,2}\$true|\.DeleteFolder {0,2}\(? {0,2}["'][A-Za-z]:\\/i;
/** Each entry of a system folder. */
const LISTED = new RegExp(
  `\\b(?:glob|Path|listdir|scandir|iterdir|readdirSync) {0,3}\\(? {0,3}${QUOTE}${SYSTEM}${QUOTE}`,
);
const REMOVES_EACH = new RegExp(`${REMOVES}|\\bunlink|\\bos\\.remove`);
/** A list of system files that is handed to a removal. */
const FED = new RegExp(
  `\\b(?:find|ls|locate) {1,3}(?:-\\w{1,5} {1,3})?${SYSTEM}(?: [^|;&\\n]{0,160})?\\| {0,3}(?:sudo {1,3})?(?:xargs|parallel)[^|;&\\n]{0,60} (?:sudo {1,3})?(?:rm|shred|unlink)(?![\\w.-])`,
);
const DECODED_RUN =
  /\b(?:exec|eval|system|passthru|shell_exec|popen|execSync|Function) {0,3}\([^\n;]{0,80}(?:b64decode|base64_decode|decode_base64|\batob|fromhex|unhexlify|hex2bin|pack {0,2}\( {0,2}["']H\*["'],?) {0,3}\(?|scriptblock\]::Create {0,2}\([^\n;]{0,80}(?:\biwr\b|\birm\b|Invoke-WebRequest|Invoke-RestMethod|DownloadString|FromBase64String)|\b(?:iex|Invoke-Expression)\b[^\n;]{0,120}FromBase64String|\beval {0,3}\( {0,3}Buffer\.from {0,3}\([^)\n]{0,400}["']base64/;

/** Every file below a folder of Windows that is handed to a removal. */
const FED_ITEMS =
  /\b(?:Get-ChildItem|gci|dir|ls) {1,3}(?:-\w{1,10} {1,3}){0,2}["']?[A-Za-z]:\\(?:Users|Windows|ProgramData)?\\?\*?["']?(?: {1,3}-(?!Filter|Include)\w{1,10}){1,4} {0,3}\| {0,3}(?:Remove-Item|ri|rm|del)\b/i;
/** Every file at hand that is handed to a removal: no name, age or kind is asked for. */
const FED_ALL =
  /\bfind {1,3}\.(?:\/)?(?: {1,3}-(?:type {1,3}f|print0?|maxdepth {1,3}\d{1,2}))* {0,3}\| {0,3}(?:sudo {1,3})?xargs(?: {1,3}-\w{1,3}){0,3} {1,3}(?:rm|shred)(?![\w.-])/;
/** A socket that becomes what a shell reads and writes. */
const SOCKET_SHELL =
  /\bsocket\b[^\n]{0,400}\b(?:dup2|fileno|spawn|exec)\b[^\n]{0,300}["'/](?:\/bin\/)?(?:ba|z|da|k)?sh\b|\bnet\.(?:connect|Socket|createConnection)\b[^\n]{0,300}\bpipe\b[^\n]{0,200}|\bTCPSocket\b[^\n]{0,200}\bsh\b|\bmkfifo\b[^\n]{0,200}\bsh -i\b[^\n]{0,100}\bn(?:c|cat)\b/;

/** Words of which a line holds one, or none of the patterns. */
const HINT =
  /rmtree|remove_tree|rm_r|rmSync|rmdirSync|removeSync|emptyDirSync|fs[./]|Deno|unlink|os\.remove|base64|b64|atob|xargs|parallel|fromhex|unhexlify|hex2bin|pack|scriptblock|FromBase64|redis-cli|_delete_by_query|:9200|Remove-Item|\| ?ri\b|Directory\]|DeleteFolder|socket|Socket|mkfifo/;

/** At most one finding of a line. */
export function findCodeRemoval(line: string, start: number): ShellFinding | undefined {
  if (!HINT.test(line)) return undefined;
  const removed =
    REMOVED_TREE.exec(line) ??
    REMOVED_FOLDER.exec(line) ??
    (line.includes("|") ? (FED.exec(line) ?? FED_ALL.exec(line) ?? FED_ITEMS.exec(line)) : null) ??
    (REMOVES_EACH.test(line) ? LISTED.exec(line) : null);
  if (removed !== null)
    return {
      rule: "remove-recursively",
      severity: "critical",
      score: 0.95,
      start: start + removed.index,
      end: start + removed.index + removed[0].length,
    };
  const sent = findSentRequest(line);
  if (sent !== undefined)
    return {
      rule: "infrastructure",
      severity: "high",
      score: 0.85,
      start: start + sent.start,
      end: start + sent.end,
    };
  const opened = /\bsh\b|\/sh["' ]|bash/.test(line) ? SOCKET_SHELL.exec(line) : null;
  const run = opened ?? DECODED_RUN.exec(line);
  return run === null
    ? undefined
    : {
        rule: opened === null ? "pipe-to-shell" : "reverse-shell",
        severity: "high",
        score: 0.85,
        start: start + run.index,
        end: start + run.index + run[0].length,
      };
}
