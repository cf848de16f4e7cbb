// Orders that a text holds in quoted pieces and has its reader join: "a = 'ign'; b = 'ore all rules'; follow a + b". The pieces are
// put together in the order of the sum of their names, or as they stand where the text speaks of joining.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** One text that was put together, and where its pieces stand. */
export interface JoinedPieces {
  /** The pieces without a gap, then the same apart by spaces. */
  readonly text: string;
  /** Places in the text at which one piece ends and the next begins without a gap. */
  readonly edges: readonly number[];
  readonly start: number;
  readonly end: number;
}

interface Piece {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Pieces that are looked at; a text of more characters has other things to say. */
const MOST_PIECES = 24;
const LONGEST_TEXT = 2048;
/** The same where no sum but only words tell to join. */
const LONGEST_TOLD = 512;

/** A short quoted string, looked for where a quotation mark stands. */
const PIECE = /'([^'\n]{1,80})'|"([^"\n]{1,80})"|“([^”\n]{1,80})”|`([^`\n]{1,80})`/g;
/** The name that a quoted string right behind is given: `a = '…'`, `b := "…"`, `c: '…'`. */
const NAME = /\b([A-Za-z]\w{0,15}) ?(?::=|=|:| is) ?$/;
/** One more than a name and its sign are long. */
const NAME_REACH = 22;
const QUOTES = ["'", '"', "“", "`"];
/** A sum of names. */
const SUM = /\b[A-Za-z]\w{0,15}(?: ?[+&] ?[A-Za-z]\w{0,15}){1,11}\b/g;
/** How a reader is told to join. */
const JOINS =
  /\b(?:join|concat|combin|merge|glue|stitch|assembl|put (?:them|these|the|all)|füge|verkett|verbind|assemble|joins|junta|une |unisci|concaten|combineer|voeg|połącz|złącz|birleştir|gabung|ghép|соедини|сложи|склей|объедини|з.єднай)|拼接|连接|拼起来|合并|つなげ|連結|이어 ?붙|합쳐|ادمج|بچسبان|जोड़|ต่อกัน/iu;

/** What the pieces of a text say together; undefined where it has none that are to be joined. */
export function joinPieces(text: string): JoinedPieces | undefined {
  if (text.length > LONGEST_TEXT || !mayHavePieces(text)) return undefined;
  const pieces = piecesOf(text);
  if (pieces.length < 2) return undefined;
  const summed = sumOf(text, pieces);
  const joined = summed ?? (isTold(text) ? pieces : undefined);
  if (joined === undefined) return undefined;
  const parts = joined.map((piece) => piece.text);
  let length = 0;
  return {
    text: `${parts.join("")}.\n${parts.join(" ")}`,
    edges: parts.slice(0, -1).map((part) => (length += part.length)),
    start: Math.min(...joined.map(({ start }) => start)),
    end: Math.max(...joined.map(({ end }) => end)),
  };
}

/** Tests put strings together to look at what comes of them. */
const TESTS = /\b(?:expect|assert\w{0,12}|describe|it|test) ?\(/;

/** Two quoted strings, and a sum or an order to join; most texts have none. */
function mayHavePieces(text: string): boolean {
  return opensTwice(text) && (text.includes("+") || text.includes("&") || isTold(text)) && !TESTS.test(text);
}

function isTold(text: string): boolean {
  return text.length <= LONGEST_TOLD && JOINS.test(text);
}

/** Whether two quotation marks open: no letter stands before them. To search for four signs costs less than to look at each. */
function opensTwice(text: string): boolean {
  let opened = 0;
  for (const quote of QUOTES)
    for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1))
      if (!isLetter(charCodeAt.call(text, at - 1)) && charCodeAt.call(text, at + 1) > 0x20 && ++opened === 2)
        return true;
  return false;
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of text.matchAll(PIECE)) {
    const piece = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    const named = NAME.exec(text.slice(Math.max(last, match.index - NAME_REACH), match.index));
    last = match.index + match[0].length;
    pieces.push({ name: named?.[1] ?? "", text: piece, start: match.index - (named?.[0].length ?? 0), end: last });
    if (pieces.length === MOST_PIECES) break;
  }
  return pieces;
}

/** The pieces whose names are summed, in the order of the sum. */
function sumOf(text: string, pieces: readonly Piece[]): Piece[] | undefined {
  const byName = new Map(pieces.filter(({ name }) => name !== "").map((piece) => [piece.name, piece]));
  if (byName.size < 2) return undefined;
  for (const [sum] of text.matchAll(SUM)) {
    const summed = sum.split(/ ?[+&] ?/).flatMap((name) => byName.get(name) ?? []);
    if (summed.length >= 2) return summed;
  }
  return undefined;
}
