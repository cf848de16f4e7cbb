// What a decoder hands back: the text behind an encoding, and where the encoded stretch stands.

export interface DecodedRun {
  readonly encoding:
    | "base64"
    | "hex"
    | "decimal"
    | "markup"
    | "percent"
    | "entities"
    | "escapes"
    | "tags"
    | "selectors";
  readonly text: string;
  /** Place of the encoded run. */
  readonly start: number;
  readonly end: number;
}
