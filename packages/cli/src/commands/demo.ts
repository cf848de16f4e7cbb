import { Command } from "commander";
import type { CliContext } from "../context.js";
import type { Finish } from "../operations/operation-command.js";
export function createDemoCommand(_c: CliContext, _f: Finish): Command {
  return new Command("demo");
}
