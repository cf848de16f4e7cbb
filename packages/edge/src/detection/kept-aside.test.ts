// Orders and their harmless twins, written before the rules that were to find them and split in two by a hash: one half was
// looked at when the rules were widened, the other kept aside. The shares are floors under what docs/detection/figures.md reports.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scan } from "./scan.js";

interface Halves {
  readonly looked_at: readonly string[];
  readonly kept_aside: readonly string[];
}

const load = (name: string): Halves =>
  JSON.parse(readFileSync(new URL(`./testdata/${name}.json`, import.meta.url), "utf8")) as Halves;

/** The share of texts in which an order to a model is found, as an argument and as a tool's answer alike. */
function shareFound(texts: readonly string[]): number {
  const found = texts.filter((text) =>
    (["arguments", "result"] as const).every((purpose) =>
      scan({ text }, { purpose }).codes.includes("prompt_injection_detected"),
    ),
  );
  return found.length / texts.length;
}

describe("orders that were kept aside while the rules were widened by others", () => {
  it("are found in four of five that set aside what came before", () => {
    const { looked_at, kept_aside } = load("ignore-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(0.81);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(0.88);
  });

  it("are found in nine of twenty that a model reads in mails, pages, files and descriptions of tools", () => {
    const { looked_at, kept_aside } = load("reader-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(0.45);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(0.58);
  });

  it("are found in six of seven in nineteen languages besides English", () => {
    const { looked_at, kept_aside } = load("spoken-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(0.86);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(0.85);
  });

  it("are told from nine of ten harmless texts that were made to sound like them", () => {
    const { looked_at, kept_aside } = load("order-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(0.1);
    expect(shareFound(looked_at)).toBeLessThanOrEqual(0.115);
  });

  it("are found in half that are worked into mails, pages, tickets, code, tools and logs", () => {
    const { looked_at, kept_aside } = load("embedded-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(0.5);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(0.72);
  });

  it("are told from texts that say much the same to people, but for one of them", () => {
    const { looked_at, kept_aside } = load("embedded-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(1 / kept_aside.length);
    expect(shareFound(looked_at)).toBe(0);
  });

  it("are found in seven of ten of every kind, in twenty languages", () => {
    const { looked_at, kept_aside } = load("framed-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(0.72);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(0.75);
  });

  it("are told from eleven of twelve mails, rules, games, code and lessons that sound like them", () => {
    const { looked_at, kept_aside } = load("framed-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(8 / kept_aside.length);
    expect(shareFound(looked_at)).toBeLessThanOrEqual(9 / looked_at.length);
  });

  it("are found in three of five of every family, long jailbreaks in the manner of those that circulate among them", () => {
    const { looked_at, kept_aside } = load("wild-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(49 / kept_aside.length);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(60 / looked_at.length);
  });

  it("are told from nine of ten mails, manuals, policies, prompts, tools and news that sound like them", () => {
    const { looked_at, kept_aside } = load("wild-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(8 / kept_aside.length);
    expect(shareFound(looked_at)).toBeLessThanOrEqual(1 / looked_at.length);
  });

  it("are found in seven of ten that say in free words what holds a model no more, or turn to it in what it reads", () => {
    const { looked_at, kept_aside } = load("bystander-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(36 / kept_aside.length);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(41 / looked_at.length);
  });

  it("are told from what shares their words, but for one text in forty-nine", () => {
    const { looked_at, kept_aside } = load("bystander-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(1 / kept_aside.length);
    expect(shareFound(looked_at)).toBeLessThanOrEqual(7 / looked_at.length);
  });

  it("are found in three of eight jailbreaks in new words, and in half of those that were looked at", () => {
    const { looked_at, kept_aside } = load("jailbreak-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(16 / kept_aside.length);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(22 / looked_at.length);
  });

  it("are found in three of five that a tool's answer gives to a model by whatever name", () => {
    const { looked_at, kept_aside } = load("result-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(9 / kept_aside.length);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(12 / looked_at.length);
  });

  it("are told from what people ask of crimes, drugs and malware in roles and set forms, but for one text", () => {
    const { looked_at, kept_aside } = load("harm-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(1 / kept_aside.length);
    expect(shareFound(looked_at)).toBe(0);
  });

  it("are found in three of five that a model at work on a text gets, to carry what its user has elsewhere", () => {
    const { looked_at, kept_aside } = load("carried-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(13 / kept_aside.length);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(19 / looked_at.length);
  });

  it("are told from mails, how-to pages, runbooks, APIs, agendas and notes that ask the same of people and of code", () => {
    const { looked_at, kept_aside } = load("carried-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(1 / kept_aside.length);
    expect(shareFound(looked_at)).toBeLessThanOrEqual(2 / looked_at.length);
  });

  it("are found in four of five of ten kinds, each in twenty languages", () => {
    const { looked_at, kept_aside } = load("tongue-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(84 / kept_aside.length);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(88 / looked_at.length);
  });

  it("are told from seven of eight texts of the same words and shape in these languages", () => {
    const { looked_at, kept_aside } = load("tongue-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(13 / kept_aside.length);
    expect(shareFound(looked_at)).toBeLessThanOrEqual(4 / looked_at.length);
  });

  it("are found in two of five jailbreaks in free words, and in fewer of those that were looked at", () => {
    const { looked_at, kept_aside } = load("unruly-orders");
    expect(shareFound(kept_aside)).toBeGreaterThanOrEqual(17 / kept_aside.length);
    expect(shareFound(looked_at)).toBeGreaterThanOrEqual(8 / looked_at.length);
  });

  it("are told from games, stories, prompts, lessons and changelogs of the same shape, but for three in a hundred", () => {
    const { looked_at, kept_aside } = load("unruly-twins");
    expect(shareFound(kept_aside)).toBeLessThanOrEqual(2 / kept_aside.length);
    expect(shareFound(looked_at)).toBeLessThanOrEqual(1 / looked_at.length);
  });

  it.each(["jailbreak-twins", "result-twins"])(
    "are told from every text of the same build about other things: %s",
    (name) => {
      const { looked_at, kept_aside } = load(name);
      expect(shareFound([...looked_at, ...kept_aside])).toBe(0);
    },
  );
});
