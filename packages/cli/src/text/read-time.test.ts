// Every option that takes a time reads it alike.
import { describe, expect, it } from "vitest";
import { readTime } from "./read-time.js";

describe("a time", () => {
  const nowMs = Date.parse("2026-02-02T00:00:00.000Z");
  it.each([
    ["30m", "2026-02-01T23:30:00.000Z"],
    ["24h", "2026-02-01T00:00:00.000Z"],
    ["7d", "2026-01-26T00:00:00.000Z"],
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00+02:00", "2026-01-31T10:00:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ])("takes %s", (text, instant) => {
    expect(readTime("--since", text, nowMs)).toBe(instant);
  });

  it.each([
    "yesterday",
    "0h",
    "24",
    "24x",
    "",
    "-1h",
    "1.5h",
    "1",
    "2026",
    "31 Jan 2026",
    "2026-01-31T12:00",
    "2026-13-01",
  ])("refuses %j", (text) => {
    expect(() => readTime("--since", text, nowMs)).toThrow(/does not name a time/);
  });
});
