/** Bodies that a careless or hostile client may send, each with a name. Made on demand: some are megabytes. */
import { Buffer } from "node:buffer";

export interface HostileBody {
  readonly name: string;
  readonly make: () => string | Uint8Array;
  /** application/json unless set; an empty text sends none. */
  readonly contentType?: string;
}

const text = (name: string, make: () => string | Uint8Array, contentType?: string): HostileBody => ({
  name,
  make,
  ...(contentType === undefined ? {} : { contentType }),
});

/** Hostile whatever the operation: none of them is ever a valid body. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  text("empty", () => ""),
  text("white space", () => " \n\t "),
  text("a NUL byte", () => Buffer.from([0])),
  text("JSON with a NUL byte after it", () => Buffer.from('{"a":1}\0')),
  text("a byte order mark and JSON", () => Buffer.from("\ufeff{}")),
  text("invalid UTF-8 in a text", () =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  ),
  text("overlong UTF-8", () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])),
  text("UTF-16", () => Buffer.from('{"a":1}', "utf16le")),
  text("cut in the middle of an escape", () => '{"a":"\\u00'),
  text("the same key twice", () => '{"a":1,"a":2}'),
  text("the same key twice by an escape", () => '{"a":1,"\\u0061":2}'),
  text("the same key twice, deep inside", () => '{"payload":{"x":[{"a":1,"a":2}]}}'),
  text("__proto__", () => '{"__proto__":{"isAdmin":true}}'),
  text("constructor.prototype", () => '{"constructor":{"prototype":{"isAdmin":true}}}'),
  text("names of Object's own members", () => '{"toString":1,"hasOwnProperty":2,"valueOf":3}'),
  text("a lone surrogate by an escape", () => '{"a":"\\ud800"}'),
  text("a lone surrogate as a key", () => '{"\\udfff":1}'),
  text("depth 100,000 of lists", () => "[".repeat(100_000) + "]".repeat(100_000)),
  text("depth 100,000 of objects", () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  text("100,000 lists that are never closed", () => "[".repeat(100_000)),
  text("5 MB of text", () => `{"a":"${"x".repeat(5_000_000)}"}`),
  text("50,000 keys", () => `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join(",")}}`),
  text("a number of 100,000 digits", () => `{"a":${"9".repeat(100_000)}}`),
  text("1e999999", () => '{"a":1e999999}'),
  text("-0 and 1e-400", () => '{"a":-0,"b":1e-400}'),
  text("NaN", () => '{"a":NaN}'),
  text("null", () => "null"),
  text("true", () => "true"),
  text("a number", () => "12345678901234567890"),
  text("a text", () => '"text"'),
  text("a list of a hundred thousand zeros", () => `[${"0,".repeat(99_999)}0]`),
  text("a form", () => "a=1&b=2", "application/x-www-form-urlencoded"),
  text("a multipart form without parts", () => "--x--", "multipart/form-data; boundary=x"),
  text("JSON as text/plain", () => "{}", "text/plain"),
  text("JSON with a charset that is not UTF-8", () => "{}", "application/json; charset=utf-16"),
  text("JSON with no content type", () => "{}", ""),
  text("XML", () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "application/xml"),
];

/** Values to put in the place of each member of a valid body. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  2n ** 64n - 1n,
  { n: -(10n ** 30n) },
  "",
  "\u0000",
  "\ud800",
  "x".repeat(100_000),
  "{{7*7}}",
  "'; DROP TABLE tenants; --",
  [],
  [null],
  {},
  { length: 1e9 },
  [[[[[[[[1]]]]]]]],
];
