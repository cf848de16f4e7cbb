// Tables in JSON: the name of a column is the key of what stands in it. {"columns": [...], "rows": [[...]]}, columns as objects
// with a name, and lists of lists whose first is the header. The header has to come first, since streams cannot go back.
import { normaliseKey } from "../key-meaning.js";
import { columnKey, headedKey, saysSomething, type ValueKey } from "../value-key.js";

const HEADER = /^(?:columns?|cols|column_?names?|fields?|field_?names?|headers?|header_?row|head|names)$/;
const COLUMN_NAME = /^(?:name|column|column_?name|field|field_?name|key|header|title|label|id)$/;
const LONGEST_HEADER = 16;
const LONGEST_NAME = 80;
const MOST_COLUMNS = 1024;

type Columns = readonly (ValueKey | undefined)[];

/** One object or list on the way to a value, and what it is of a table. */
export class TablePart {
  /** Names of columns, where this is a header. */
  private readonly names: (string | undefined)[] | undefined;
  /** Keys of an object's tables or of a list's rows, once their header has been read. */
  private columns: Columns | undefined;
  private readonly row: Columns | undefined;

  /** `key` is the one that this stands under, `place` its place in `parent`. */
  constructor(
    private readonly parent: TablePart | undefined,
    private readonly place: number,
    private readonly isList: boolean,
    key: ValueKey,
  ) {
    if (!isList || parent === undefined) return;
    if (!parent.isList) {
      this.names = isHeader(key.name) ? [] : undefined;
      this.columns = parent.columns;
    } else if (parent.columns !== undefined) this.row = parent.columns;
    else if (place === 0) this.names = [];
  }

  /** The key of the item at a place of a row; undefined where this is none. */
  keyAt(place: number): ValueKey | undefined {
    return this.row?.[place];
  }

  /** Tells of a string as it is given out, so that it names the same when it is read again; it is an item or the member `name`. */
  tell(place: number, name: string, text: string): void {
    if (this.isList) this.nameColumn(place, text);
    else if (this.parent?.isList === true && this.parent.names !== undefined && isColumnName(name))
      this.parent.nameColumn(this.place, text);
  }

  /** Tells that it has been read to its end. */
  close(): void {
    const { parent, names } = this;
    if (parent === undefined || names === undefined || names.length === 0) return;
    parent.columns = Array.from(names, (name) =>
      name === undefined ? undefined : parent.isList ? headedKey(name) : columnKey(name),
    );
  }

  private nameColumn(place: number, text: string): void {
    if (this.names === undefined || place >= MOST_COLUMNS || text.length > LONGEST_NAME) return;
    const before = this.names[place];
    if (before === undefined || (!saysSomething(before) && saysSomething(text))) this.names[place] = text;
  }
}

function isHeader(name: string): boolean {
  return name.length <= LONGEST_HEADER && HEADER.test(normaliseKey(name));
}

function isColumnName(name: string): boolean {
  return name.length <= LONGEST_HEADER && COLUMN_NAME.test(normaliseKey(name));
}
