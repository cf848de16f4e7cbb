// Requests and commands of databases without SQL, as text: to Elasticsearch (`DELETE /logs-*`, a deletion by a query that every
// document meets), to Redis (`FLUSHALL`), and what clients on a command line are told to send.

/** One index, an alias or a pattern; what is dated goes when its time has come. */
const INDEX = "(?!_(?!all\\b)|[\\w.-]{0,60}\\d{4}[._-]?\\d\\d)[\\w.*%,+<>{}-]{1,120}";
/** All indices, or those of a pattern. */
const INDICES = "(?:_all|\\*|%2A|(?![\\w.-]{0,60}\\d{4})[\\w.,-]{0,80}\\*)";
const END = "/?(?:\\?[\\w=&.,-]{0,120})?[ \\t]{0,8}(?=[\\r\\n]|$)";
/** In a field that is run, or as a whole text. */
const ONE_INDEX = new RegExp(`^\\s{0,8}DELETE[ \\t]{1,4}/${INDEX}${END}`);
const ALL_INDICES = new RegExp(`^[ \\t]{0,8}DELETE[ \\t]{1,4}/?${INDICES}${END}`, "m");
const BY_ANY_QUERY =
  /\/_delete_by_query(?:\?q=\*(?::\*)?(?![\w:])|[^{\n]{0,200}\n?[^{\n]{0,80}\{\s{0,8}\\{0,2}"?query\\{0,2}"?\s{0,4}:\s{0,8}\{\s{0,8}\\{0,2}"?match_all\\{0,2}"?\s{0,4}:\s{0,4}\{\s{0,4}\}\s{0,8}\})/;
/** A command of Redis that a line holds nothing beside. */
const FLUSH = /^[ \t]{0,8}FLUSH(?:ALL|DB)(?:[ \t]{1,4}A?SYNC)?[ \t]{0,4};?[ \t]{0,8}\r?$/im;

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** What a text asks of a store that empties it, where its field says that it is run. */
export function findStoreRequest(text: string): Place | undefined {
  const found = FLUSH.exec(text) ?? ALL_INDICES.exec(text) ?? ONE_INDEX.exec(text) ?? BY_ANY_QUERY.exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** What the clients of databases are told in a line: the client, a word that it needs, and what is sent. */
const SENT: readonly (readonly [client: RegExp, option: RegExp, sent: RegExp])[] = [
  [
    /\bcurl\b/,
    /(?:-X|--request) {0,2}=?["']?DELETE\b/,
    new RegExp(`:9200/(?:${INDICES}|${INDEX})/?(?:\\?[\\w=&.,-]{0,120})?(?=[\\s"']|$)`),
  ],
  [/\bcurl\b/, /_delete_by_query/, BY_ANY_QUERY],
  [
    /\bredis-cli\b/,
    /\bxargs\b/,
    /(?:--scan\b|\bKEYS\b)(?:[^|\n]{0,60}["' ]\*["' ])?(?![^|\n]{0,60}[\w:]\*)[^|\n]{0,60}\|[^\n]{0,40}\bxargs\b[^\n|]{0,80}\bredis-cli\b[^\n|]{0,60}\b(?:del|unlink)\b/i,
  ],
];

export function findSentRequest(line: string): Place | undefined {
  for (const [client, option, sent] of SENT) {
    const found = client.test(line) && option.test(line) ? sent.exec(line) : null;
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}
