// The times at which rows were made or changed, for a condition that is weighed on trust: no row is from before computers count
// time, none from the future. Only columns whose names say so count: rows expire, end, fall due and are born at any time.

const ROW_TIME =
  /^(?:(?:created|inserted|updated|modified|added|registered|recorded|logged|ingested)(?:_?(?:at|on|date|time|ts|timestamp|datetime))?|(?:date|time)_?(?:created|inserted|updated|modified|added)|creation_?(?:date|time)|(?:insert|create|update)_?(?:date|time|ts)|last_?(?:updated|modified)(?:_?(?:at|on|date))?)$/;
const NOW = new Set(
  "now current_timestamp localtimestamp sysdate systimestamp sysdatetime sysutcdatetime getdate getutcdate utc_timestamp clock_timestamp statement_timestamp transaction_timestamp unix_timestamp".split(
    " ",
  ),
);
/** Functions that read a time from a text; those with a format as well. */
const READS_TIME = new Set(
  "date datetime datetime2 smalldatetime timestamp timestamptz to_date to_timestamp str_to_date parse_date".split(" "),
);
const READS_FORMAT = /^(?:to_|str_|parse_)/;
const DATE = /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/;
const COMPACT = /^\s*\d{8}\s*$/;
const BEFORE_ALL = 19_700_101;
const BEYOND_ALL = 21_000_101;

/** Where a time stands beside those of all rows. */
export type Moment = "before" | "after";

export function isRowTime(name: string): boolean {
  return ROW_TIME.test(name);
}

/** Whether a name, as a call or without brackets, is the time at which the statement runs. */
export function isNow(name: string): boolean {
  return NOW.has(name);
}

/** Whether a call, or a cast, gives the time that a text names; the day of the statement is a time amid those of rows. */
export function readsTime(name: string, text: string, parts = 1): boolean {
  return READS_TIME.has(name) && (parts === 1 || READS_FORMAT.test(name)) && !(name === "date" && !/\d/.test(text));
}

/** Whether no row is from before a constant, or none from behind it; undefined for times of rows, and what is no time. */
export function momentOf(value: string | number): Moment | undefined {
  // Beside a number a name may be that of a flag.
  if (typeof value === "number") return undefined;
  const word = value.trim().toLowerCase();
  if (word === "infinity" || word === "now") return "after";
  if (word === "-infinity" || word === "epoch") return "before";
  const parts = DATE.exec(value);
  if (parts === null || (!value.includes("-") && !COMPACT.test(value))) return undefined;
  const day = Number(`${parts[1]}${parts[2]}${parts[3]}`);
  if (day <= BEFORE_ALL) return "before";
  return day >= BEYOND_ALL ? "after" : undefined;
}
