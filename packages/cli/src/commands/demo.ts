// `demo`: the whole product in one minute, on this machine, each step checked.

import { Command } from "commander";
import { addOutputOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { createNarrator } from "../demo/narrator.js";
import type { World } from "../demo/world.js";
import { CliError, EXIT, type ExitCode } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { createProgress } from "../output/progress.js";

interface DemoOptions {
  readonly keep?: boolean;
  readonly json?: boolean;
}

export function createDemoCommand(context: CliContext, finish: Finish): Command {
  const command = new Command("demo")
    .summary("see it work, step by step, each step checked")
    .description(
      "Starts a control plane and a sidecar in a fresh folder, puts two real tools behind them and tells the story: what " +
        "was sent, what came back, what was checked. Exit code 1 when a check fails. Cleans up at the end.",
    )
    .option("--keep", "leave everything running, and say how to stop it")
    .addHelpText("after", "\nExamples:\n  $ portcullis demo\n  $ portcullis demo --keep");
  return addOutputOptions(command).action(async (options: DemoOptions) => finish(await runDemo(context, options)));
}

async function runDemo(context: CliContext, options: DemoOptions): Promise<ExitCode> {
  const stopped = context.untilStopped();
  const json = options.json === true;
  const keep = options.keep === true;
  const progress = createProgress(context, json);
  progress.say("starting a control plane, a sidecar and two tools");
  // Loaded here: they bring an MCP client and a database, which no other command needs.
  const [{ openWorld }, { tellStory }] = await Promise.all([import("../demo/world.js"), import("../demo/story.js")]);
  const world = await openWorld(context, keep, stopped).finally(progress.end);
  const narrator = createNarrator(context, json);
  const startedAtMs = performance.now();
  try {
    await Promise.race([tellStory(world, narrator), whenStopped(stopped)]);
  } catch (error) {
    narrator.hush();
    await world.close(false);
    throw error;
  }
  const passed = narrator.failed === 0;
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  await world.close(keep);
  if (json) {
    const kept = keep ? { ...world.dev, pid: world.devPid } : null;
    writeJson(context, { passed, checks: narrator.checked, failed: narrator.failed, kept });
  } else {
    showEnd(context, world, { passed, seconds, checked: narrator.checked, failed: narrator.failed, keep });
  }
  return passed ? EXIT.ok : EXIT.refused;
}

interface End {
  readonly passed: boolean;
  readonly seconds: string;
  readonly checked: number;
  readonly failed: number;
  readonly keep: boolean;
}

function showEnd(context: CliContext, world: World, end: End): void {
  const { style } = context;
  const { dev, devPid } = world;
  const verdict = end.passed
    ? style.green(`✓ All ${end.checked} checks held, in ${end.seconds} s.`)
    : style.red(`✗ ${end.failed} of ${end.checked} checks failed.`);
  writeLine(context, `\n${style.bold(verdict)}`);
  if (!end.keep) {
    writeLine(context, style.dim("Everything was stopped and deleted. Next: npx portcullis dev, or demo --keep."));
    return;
  }
  writeLine(context, "\nEverything is still running:");
  writeLine(context, `  ${style.dim("API explorer ")} ${dev.control_plane_url}/docs`);
  writeLine(context, `  ${style.dim("control plane")} ${dev.control_plane_url}`);
  writeLine(context, `  ${style.dim("sidecar      ")} ${dev.sidecar_url}`);
  writeLine(context, `  ${style.dim("secrets      ")} ${dev.data_dir}/secrets.json`);
  writeLine(context, "\nTo stop it, and to delete what it kept:");
  writeLine(context, `  kill ${devPid}`);
  writeLine(context, `  rm -r ${dev.data_dir}`);
}

function whenStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new CliError("Stopped before the end; everything was cleaned up."));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
