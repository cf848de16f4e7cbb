import { readdirSync } from "node:fs";
import { isAlive, makeTempFolder, waitFor } from "@portcullis/testkit";
import { describe, expect, it } from "vitest";
import { runCli } from "./dev-process.js";

interface StepLine {
  readonly step: number;
  readonly title: string;
  readonly passed: boolean;
  readonly checks: readonly { readonly fact: string; readonly holds: boolean }[];
}

describe("portcullis demo", () => {
  it("tells its story with every check holding, and leaves nothing behind", async () => {
    const folder = await makeTempFolder("demo-tmp");
    const end = await runCli(["demo", "--json"], { TMPDIR: folder.path });
    const lines = end.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const steps = lines.slice(0, -1) as StepLine[];
    const failed = steps.flatMap(({ title, checks }) =>
      checks.filter(({ holds }) => !holds).map((check) => ({ title, ...check })),
    );
    expect(failed).toEqual([]);
    expect(steps.map(({ step }) => step)).toEqual(steps.map((_, index) => index + 1));
    expect(steps.length).toBe(12);
    expect(lines.at(-1)).toMatchObject({ passed: true, failed: 0, kept: null });
    expect(end.code).toBe(0);
    expect(readdirSync(folder.path)).toEqual([]);
    await folder.remove();
  });

  it("with --keep leaves the stack running until it is stopped as it says", async () => {
    const folder = await makeTempFolder("demo-keep");
    const end = await runCli(["demo", "--keep"], { TMPDIR: folder.path });
    expect(end.code, end.stdout).toBe(0);
    const pid = Number(/^ {2}kill (\d+)$/m.exec(end.stdout)?.[1]);
    expect(isAlive(pid)).toBe(true);
    const explorer = /(http\S+\/docs)$/m.exec(end.stdout.replaceAll(/ +$/gm, ""))?.[1] as string;
    expect((await fetch(explorer)).status).toBe(200);
    process.kill(pid, "SIGTERM");
    await waitFor(() => !isAlive(pid), { what: "the stack to end" });
    await expect(fetch(explorer)).rejects.toThrow();
    await folder.remove();
  });
});
