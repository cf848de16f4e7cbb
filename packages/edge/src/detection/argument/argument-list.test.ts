import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";

const COMMANDS = [
  ["rm", "-rf", "/"],
  ["sudo", "rm", "--recursive", "--force", "/etc"],
  ["dd", "if=/dev/zero", "of=/dev/sda"],
  ["mkfs.ext4", "/dev/sda1"],
  ["chmod", "-R", "777", "/"],
];
const HARMLESS = [
  ["rm", "notes.txt"],
  ["git", "rm", "-r", "docs"],
  ["npm", "run", "clean"],
  ["find", ".", "-name", "*.ts"],
  ["docker", "rm", "web"],
];

function shapesOf([name, ...rest]: readonly (string | undefined)[]): [path: string, payload: unknown][] {
  return [
    ["/argv", { argv: [name, ...rest] }],
    ["/command", { command: [name, ...rest] }],
    ["", { command: name, args: rest }],
    ["/steps/0", { steps: [{ program: name, arguments: rest }] }],
  ];
}

describe("commands whose words stand apart", () => {
  it("are found, and named by the list or object that holds them", () => {
    for (const [path, payload] of COMMANDS.flatMap(shapesOf)) {
      const { findings } = scan(payload);
      expect(
        findings.filter((finding) => finding.code === "destructive_shell").map((finding) => finding.path),
        JSON.stringify(payload),
      ).toContain(path);
    }
  });

  it("are left alone when they do no harm", () => {
    for (const [, payload] of HARMLESS.flatMap(shapesOf))
      expect(scan(payload).codes, JSON.stringify(payload)).toEqual([]);
  });

  it("obey rules that are off and paths that are allowed", () => {
    const payload = { argv: ["rm", "-rf", "/"] };
    expect(scan(payload, { rulesOff: ["shell"] }).codes).toEqual([]);
    expect(scan(payload, { allowedContexts: [{ rules: ["*"], paths: ["/argv"] }] }).codes).toEqual([]);
  });

  it("are no reason to read lists without end", () => {
    expect(scan({ argv: Array.from({ length: 1000 }, () => "rm -rf /tmp/x y") }).findings.length).toBeLessThanOrEqual(
      500,
    );
  });
});
