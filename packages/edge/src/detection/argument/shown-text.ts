// What a document shows of its text: without the tags of pages, the signs of Markdown and of changes, and typographic quotes. Where such
// a sign stands, what it holds begins or ends, as a statement or a command does behind `;`. Every other sign keeps its place.

/** Tags and what opens a section of characters, looked for where `<` stands, and what ends that. */
const CLOSING_TAG = /<\/([a-z][\w:-]{0,40})\s{0,8}>/iy;
const TAG = /<\/?([a-z][\w:-]{0,40})(?:\s[^<>]{0,400})?>|<!\[CDATA\[/iy;
const SECTION_END = "]]>";
/** The head of a part of a change, behind which each line begins with one sign more. */
const CHANGE = /^@@ -\d/m;
const FENCE = /^[ \t]*(?:```|~~~)[^\n`]{0,80}$/gm;
/** What a shell hands on up to a line of one word. */
const HERE_DOCUMENT = /<<-?[ \t]?(['"]?)([A-Za-z_]\w{0,40})\1/g;
const QUOTED_LINE = /^[ \t]{0,3}>(?:[ \t]{0,3}>)*[ \t]/gm;
/** A single sign is that of a comment as often. */
const HEADING = /^#{2,6}[ \t]/gm;
const ROW = /^[ \t]*\|.*\|[ \t]*$/gm;
const CELL_EDGE = /\\\||\|/g;
/** An item of a list, behind another, behind what announces it, or at the beginning of a paragraph. */
const ITEM = /^[ \t]{0,12}(?:[-*+]|\d{1,3}[.)])[ \t]{1,4}(?:\[[ x]\][ \t])?(?=\S)/i;
const ANY_ITEM = new RegExp(ITEM.source, "im");
const BOLD = /(?<![*\w])\*\*(?=[^\s*])[^*\n]{1,400}(?<=\S)\*\*(?![*\w])/g;
const LINK = /!?\[([^\]\n]{1,400})\]\([^()\n]{0,400}\)/g;
const WIDE_QUOTE = /[“”„«»]/g;
/** The beginning of a paragraph that begins as a sentence does: a statement goes on with a word of its own. */
const PARAGRAPH =
  /(?<=\n)[ \t]*\n(?=\p{Lu}\p{Ll}{0,20},?\s)(?!(?:where|from|set|and|or|order|group|using|join|left|right|inner|limit|returning|having|on|values|as|union|when|then|output|option|into|select)\b)/giu;

interface Mark {
  /** Of which a text holds one at least that has such marks. */
  readonly signs: readonly string[];
  readonly leaveOut: (text: string) => string;
}

/** In the order in which they are left out. */
const MARKS: readonly Mark[] = [
  { signs: ["</", SECTION_END], leaveOut: withoutTags },
  { signs: ["<<"], leaveOut: withoutHereDocuments },
  { signs: ["@@ -"], leaveOut: withoutChanges },
  { signs: ["```", "~~~"], leaveOut: (text) => text.replace(FENCE, asEnd) },
  { signs: ["> ", ">\t"], leaveOut: (text) => text.replace(QUOTED_LINE, asSpaces) },
  { signs: ["##"], leaveOut: (text) => text.replace(HEADING, asEnd) },
  { signs: ["|"], leaveOut: (text) => text.replace(ROW, withoutEdges) },
  { signs: ["- ", "* ", "+ ", ". ", ") ", "\t"], leaveOut: withoutItems },
  { signs: ["**"], leaveOut: (text) => text.replace(BOLD, (bold) => `; ${bold.slice(2, -2)}; `) },
  { signs: ["]("], leaveOut: (text) => text.replace(LINK, withoutTarget) },
  { signs: ["“", "”", "„", "«", "»"], leaveOut: (text) => text.replace(WIDE_QUOTE, ";") },
  { signs: ["\n\n", "\n ", "\n\t"], leaveOut: (text) => text.replace(PARAGRAPH, asEnd) },
];

/** What is shown of a text, sign for sign; undefined where that is the text itself. */
export function shownText(text: string): string | undefined {
  let shown = text;
  for (const { signs, leaveOut } of MARKS) if (signs.some((sign) => shown.includes(sign))) shown = leaveOut(shown);
  return shown === text ? undefined : shown;
}

function asEnd(mark: string): string {
  return `;${" ".repeat(mark.length - 1)}`;
}

function asSpaces(mark: string): string {
  return " ".repeat(mark.length);
}

function withoutEdges(row: string): string {
  return row.replace(CELL_EDGE, (edge) => (edge === "|" ? ";" : " |"));
}

function withoutTarget(link: string, words: string): string {
  const opening = link.indexOf("[") + 1;
  return asEnd(link.slice(0, opening)) + words + asEnd(link.slice(opening + words.length));
}

/** A tag is one where it is closed: `a < b` and `<file>` are none. */
function withoutTags(text: string): string {
  const closed = new Set<string | undefined>();
  for (let at = text.indexOf("</"); at >= 0; at = text.indexOf("</", at + 1)) {
    CLOSING_TAG.lastIndex = at;
    const name = CLOSING_TAG.exec(text)?.[1];
    if (name !== undefined) closed.add(name);
  }
  let shown = "";
  let kept = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(at + 1, kept))) {
    TAG.lastIndex = at;
    const found = TAG.exec(text);
    if (found === null || (found[1] !== undefined && !closed.has(found[1]))) continue;
    shown += text.slice(kept, at) + asEnd(found[0]);
    kept = at + found[0].length;
  }
  return (shown + text.slice(kept)).replaceAll(SECTION_END, asEnd(SECTION_END));
}

/** The line that ends what a shell hands on ends the last statement of it. */
function withoutHereDocuments(text: string): string {
  const words = new Set(Array.from(text.matchAll(HERE_DOCUMENT), ([, , word]) => word));
  if (words.size === 0) return text;
  return text
    .split("\n")
    .map((line) => (words.has(line) ? asEnd(line) : line))
    .join("\n");
}

/** A change as it is when it is made. */
function withoutChanges(text: string): string {
  if (!CHANGE.test(text)) return text;
  return text
    .split("\n")
    .map((line) => (/^-/.test(line) ? asSpaces(line) : /^\+/.test(line) ? ` ${line.slice(1)}` : line))
    .join("\n");
}

/** Lines of a comment begin with such a sign as well, one without a text among them. */
const COMMENT_LINE = /^[ \t]*(?:\/\*|\*[ \t]*$)/m;

function withoutItems(text: string): string {
  if (!ANY_ITEM.test(text)) return text;
  const hasComments = COMMENT_LINE.test(text);
  let isItemNext = true;
  return text
    .split("\n")
    .map((line) => {
      const mark = isItemNext && !(hasComments && /^[ \t]*\*/.test(line)) ? ITEM.exec(line)?.[0] : undefined;
      if (mark === undefined) isItemNext = /^\s*$|[:;]\s*$/.test(line) || (isItemNext && /^[ \t]/.test(line));
      return mark === undefined ? line : asEnd(mark) + line.slice(mark.length);
    })
    .join("\n");
}
