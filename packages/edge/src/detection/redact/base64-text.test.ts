// Base64 as whole values: text in it is redacted in place and form, everything else stays byte for byte.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBase64 } from "./base64-text.js";
import { redact } from "./redact.js";

const encode = (text: string) => Buffer.from(text).toString("base64");
const decode = (text: string) => Buffer.from(text, "base64").toString();
const LETTER = "Dear Anna,\nwrite to anna.smith@example.com or call +49 30 1234567.\n";
const CLEAN = "Dear Anna,\nwrite to anna.smith[REDACTED]";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

describe("a value that is base64 of text with personal data", () => {
  it.each([
    ["standard", encode(LETTER)],
    ["unpadded", encode(LETTER).replace(/=+$/, "")],
    ["for URLs", Buffer.from(`${LETTER}???>>>`).toString("base64url")],
    ["in lines", encode(LETTER.repeat(3)).replace(/(.{76})/g, "$1\n")],
    ["in lines of mail", encode(LETTER.repeat(3)).replace(/(.{76})/g, "$1\r\n")],
    ["as a data URI", `data:text/plain;charset=utf-8;base64,${encode(LETTER)}`],
  ])("is redacted inside and keeps its form: %s", (_, value) => {
    const { value: out, counts } = redact({ content: value }) as { value: { content: string }; counts: unknown[] };
    const [head, body] = out.content.startsWith("data:") ? out.content.split(",") : ["", out.content];
    expect(decode(body as string)).toContain("write to [REDACTED:EMAIL] or call [REDACTED:PHONE].");
    expect(counts.length).toBe(2);
    expect(head).toBe(value.startsWith("data:") ? value.split(",")[0] : "");
    expect(/[\r\n]/.test(body as string)).toBe(/[\r\n]/.test(value));
    expect(body).toMatch(value.includes("-") || value.includes("_") ? /^[\w-]+$/ : /^[A-Za-z0-9+/=\r\n]+$/);
    expect(redact(out).value).toEqual(out);
  });

  it("is redacted under two layers, and stays as it is under more", () => {
    const twice = encode(encode(LETTER));
    expect(decode(decode((redact({ a: twice }).value as { a: string }).a))).toContain("[REDACTED:EMAIL]");
    const thrice = encode(twice);
    expect(redact({ a: thrice }).value).toEqual({ a: thrice });
  });

  it("is redacted under the meaning of its key, as a plain value is", () => {
    const value = encode("the number is 123456789 for now");
    expect(decode((redact({ ssn: value }).value as { ssn: string }).ssn)).toContain("[REDACTED:US_SSN]");
    expect(redact({ order_id: value }).value).toEqual({ order_id: value });
  });

  it("tells where: the whole value, once for each thing found", () => {
    const value = encode(LETTER);
    expect(redact([value]).redactions).toEqual([
      { kind: "email", path: "/0", start: 0, end: value.length },
      { kind: "phone", path: "/0", start: 0, end: value.length },
    ]);
  });
});

describe("a value that is anything else", () => {
  it.each([
    ["an image", PIXEL],
    ["an image as a data URI", `data:image/png;base64,${PIXEL}`],
    ["a SHA-256 in base64", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="],
    ["an SRI hash", "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"],
    ["a UUID", "3b241101-e2bb-4255-8caf-4136c566a962"],
    ["a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["a git hash", "acea5c8e0f8d4d1b9a7c6f5e4d3c2b1a09f8e7d6"],
    ["base64 of clean text", encode(CLEAN)],
    ["one long word", "Donaudampfschifffahrtsgesellschaft"],
  ])("stays byte for byte: %s", (_, value) => {
    expect(redact({ value }).value).toEqual({ value });
  });
});

describe("MCP content and binary answers", () => {
  const of = (value: unknown) => redact(value).value as Record<string, unknown>;

  it.each(["blob", "data", "base64"])("text of a declared type in `%s` is redacted, in whatever bytes", (member) => {
    const type = member === "base64" ? "content_type" : "mimeType";
    const utf8 = { [type]: "text/csv", [member]: encode("name,mail\nAnna,anna@example.com\n") };
    expect(decode(of(utf8)[member] as string)).toBe("name,mail\nAnna,[REDACTED:EMAIL]\n");
    const short = { [type]: "text/plain", [member]: encode("a@b.co") };
    expect(decode(of(short)[member] as string)).toBe("[REDACTED:EMAIL]");
    const latin1 = Buffer.from("M\u00fcller,anna@example.com", "latin1").toString("base64");
    const bytes = Buffer.from(of({ [type]: "application/json", [member]: latin1 })[member] as string, "base64");
    expect(bytes.toString("latin1")).toBe("M\u00fcller,[REDACTED:EMAIL]");
  });

  it("text of two bytes for each character is redacted in its order, with or without its mark", () => {
    const wide = (text: string, isBig: boolean) => {
      const bytes = Buffer.from(text, "utf16le");
      return (isBig ? bytes.swap16() : bytes).toString("base64");
    };
    for (const isBig of [false, true])
      for (const mark of ["", "\ufeff"])
        for (const type of ["text/plain", "application/octet-stream", undefined]) {
          const block = (text: string) => ({ mimeType: type, blob: wide(mark + text, isBig) });
          expect(of(block("mail anna@example.com to M\u00fcller"))).toEqual(
            block("mail [REDACTED:EMAIL] to M\u00fcller"),
          );
          expect(of(block("nothing of \u6c34 to see here"))).toEqual(block("nothing of \u6c34 to see here"));
        }
  });

  it("images and audio are left alone, and text that calls itself an image is not", () => {
    const image = { type: "image", mimeType: "image/png", data: PIXEL };
    expect(of(image)).toEqual(image);
    const hidden = of({ type: "image", mimeType: "image/png", data: encode(LETTER) });
    expect(decode(hidden.data as string)).toContain("[REDACTED:EMAIL]");
    expect(of({ mimeType: "image/png", data: "mail anna@example.com" }).data).toBe("mail [REDACTED:EMAIL]");
  });

  it("every block of a result is redacted, and keeps its shape", () => {
    const result = {
      content: [
        { type: "text", text: "mail anna@example.com" },
        { type: "resource", resource: { uri: "memo://1", mimeType: "text/plain", text: "mail anna@example.com" } },
        {
          type: "resource",
          resource: { uri: "memo://2", mimeType: "text/plain", blob: encode("mail anna@example.com") },
        },
        { type: "resource_link", uri: "memo://3", name: "notes of anna@example.com" },
        { type: "image", mimeType: "image/png", data: PIXEL },
      ],
      structuredContent: { people: [{ mail: "anna@example.com", n: 1 }] },
      isError: false,
    };
    const out = of(result) as typeof result;
    expect(JSON.stringify(out).includes("anna@")).toBe(false);
    expect(decode(out.content[2]?.resource?.blob as string)).toBe("mail [REDACTED:EMAIL]");
    expect(out.content[4]).toEqual(result.content[4]);
    expect(out.content.map((block) => Object.keys(block))).toEqual(result.content.map((block) => Object.keys(block)));
    expect(redact(out).value).toEqual(out);
  });
});

describe("property", () => {
  const pieces = fc.constantFrom(
    "anna@example.com",
    "+49 30 1234567",
    "4111 1111 1111 1111",
    " and ",
    "\n",
    "\u00e9",
    "abc",
    ">>>",
    "???",
  );
  const texts = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));

  it("redacting twice changes nothing, whatever is encoded how often", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 3 }), fc.boolean(), (text, layers, isUrl) => {
        let value = text;
        for (let layer = 0; layer < layers; layer += 1)
          value = Buffer.from(value).toString(isUrl ? "base64url" : "base64");
        const once = redact({ value, mimeType: "text/plain", data: value }).value;
        expect(redact(once).value).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  it("what is decoded and encoded again is what it was", () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom("", "\n", "\r\n"),
        fc.integer({ min: 20, max: 80 }),
        fc.boolean(),
        (text, end, width, isUrl) => {
          const one = Buffer.from(`${text} padding it out`).toString(isUrl ? "base64url" : "base64");
          const value = end === "" ? one : one.replace(new RegExp(`(.{${width}})(?=.)`, "g"), `$1${end}`);
          const read = readBase64(value);
          if (read === undefined || read === "binary") throw new Error("it is base64 of text");
          expect(read.encode(read.text)).toBe(value);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("bytes in base64", () => {
  it("without control signs are text exactly where they are UTF-8", () => {
    const byte = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }));
    const bytes = fc.oneof(
      fc.array(byte, { minLength: 10, maxLength: 40 }).map((list) => Buffer.from(list)),
      fc.string({ unit: "grapheme", minLength: 10, maxLength: 80 }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, (all) => {
        const read = readBase64(all.toString("base64"));
        const text = all.toString("utf8");
        const isText = Buffer.from(text).equals(all);
        expect(typeof read === "object" && !read.isWide ? read.text : undefined).toBe(isText ? text : undefined);
      }),
      {
        examples: [
          [Buffer.from("plain words")],
          [Buffer.from("wörter 詞語 😀")],
          [Buffer.from([...Buffer.from("words \u00e9"), 0xc3])],
        ],
      },
    );
  });
});
