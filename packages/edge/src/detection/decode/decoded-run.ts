// What a decoder hands back: the text behind an encoding, and where the encoded stretch stands.

export interface DecodedRun {
  readonly encoding:
    | "base32"
    | "base64"
    | "base85"
    | "hex"
    | "decimal"
    | "octal"
    | "binary"
    | "morse"
    | "markup"
    | "percent"
    | "entities"
    | "escapes"
    | "literal"
    | "quoted-printable"
    | "uuencode"
    | "utf-7"
    | "tags"
    | "selectors";
  readonly text: string;
  /** Place of the encoded run. */
  readonly start: number;
  readonly end: number;
}
