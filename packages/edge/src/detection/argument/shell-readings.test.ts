import { describe, expect, it } from "vitest";
import { CommandReadings } from "./shell-readings.js";
import { Command } from "./shell-words.js";

const finding = { rule: "power", severity: "high", score: 0.8, start: 5, end: 13 } as const;
const at = (start: number) => new Command("", start, start + 8, ";");

describe("readings of commands", () => {
  it("hold for the same writing further on, so that it is not read again", () => {
    const readings = new CommandReadings();
    readings.keep(at(5), "reboot -f", [finding], false);
    expect(readings.find(at(90), "reboot -f")).toEqual({ findings: [finding], start: 5, mayDownload: false });
  });

  it("say nothing of a command that opens a text, which may do more", () => {
    const readings = new CommandReadings();
    readings.keep(at(0), "reboot", [finding], false);
    expect(readings.find(at(90), "reboot")).toBeUndefined();
    readings.keep(at(90), "ls", [], false);
    expect(readings.find(at(0), "ls")).toBeUndefined();
  });

  it("are not kept where what follows the command is part of what was read", () => {
    const readings = new CommandReadings();
    readings.keep(at(5), `rm -rf /$${"{IFS%"}`, [finding], false);
    expect(readings.find(at(90), `rm -rf /$${"{IFS%"}`)).toBeUndefined();
  });
});
