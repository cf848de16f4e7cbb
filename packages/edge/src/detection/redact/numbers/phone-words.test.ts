// Words that name a phone, and other things as well: cells of sheets, calls of functions, mobile users.
import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";

const masked = (text: string): string => redact(text).value as string;

const WORDS = ["cell", "mobile", "call", "dial", "handy", "portable", "extension", "sms"];
const BETWEEN = ["users:", "contains", "duration", "list of", "rows ="];
const COUNTS = ["1234567", "4829103", "12345678"];

describe("a word that names a phone and other things as well", () => {
  it("names no number that may say how many, with a word of its own between", () => {
    for (const word of WORDS) {
      for (const between of BETWEEN) {
        for (const count of COUNTS) {
          const text = `The ${word} ${between} ${count} of them`;
          expect(masked(text)).toBe(text);
        }
      }
    }
  });

  it("names a short number right behind it, or behind whom and how", () => {
    for (const word of WORDS) {
      for (const between of ["", ":", " no.", " number is", " me at", " him on"]) {
        expect(masked(`${word}${between} 5551234`)).toBe(`${word}${between} [REDACTED:PHONE]`);
      }
    }
  });

  it("names a number that is long, begins with zero or has gaps wherever it stands near", () => {
    for (const word of WORDS) {
      for (const number of ["5551234567", "07700900123", "555 1234", "0555 1234"]) {
        expect(masked(`${word} of Ann Lee ${number}`)).toBe(`${word} of Ann Lee [REDACTED:PHONE]`);
      }
    }
  });

  it("leaves words that name nothing but phones as they are", () => {
    for (const word of ["phone", "Tel.", "telephone", "fax", "whatsapp", "Telefon"]) {
      expect(masked(`${word} of Ann Lee: 5551234`)).toBe(`${word} of Ann Lee: [REDACTED:PHONE]`);
    }
  });
});
