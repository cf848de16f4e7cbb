// A file with settings of detection, as `tenant update-settings --data @FILE` takes it: `scan`, `redaction`, or both. Checked
// here as the service checks it.

import { Refusal, redactionSettings, requireValid, scanSettings } from "@portcullis/contract";
import type { RedactionSettings, ScanSettings, TuningProblem } from "@portcullis/edge/detection";
import { z } from "zod";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";
import { readJsonFile } from "./read-input.js";

export interface TuningFile {
  readonly scan: ScanSettings;
  readonly redaction: RedactionSettings;
}

/** The tool where none is named. */
export const ANY_TOOL = "any";

/** Ends with a usage error for a tool without a settings file: only settings tell tools apart. */
export function requireUsedTool({ tool, settings }: { readonly tool?: string; readonly settings?: string }): void {
  if (tool === undefined || settings !== undefined) return;
  throw usageError(
    "--tool changes nothing without --settings.",
    "Give the settings with --settings <file>, or leave --tool out.",
  );
}

// Other settings may stand beside them in the file.
const shape = z.looseObject({ scan: scanSettings.default({}), redaction: redactionSettings.default({}) });

/** Ends with a usage error that names everything that is wrong with the file. */
export async function readTuningFile(context: CliContext, path: string): Promise<TuningFile> {
  const { checkRedactionSettings, checkScanSettings } = await import("@portcullis/edge/detection");
  const { scan, redaction } = parse(await readJsonFile(context, path, "The settings file"), path);
  const wrong = [
    ...namesOf("scan", checkScanSettings(scan)),
    ...namesOf("redaction", checkRedactionSettings(redaction)),
  ];
  if (wrong.length > 0) throw usageError(`The settings in ${path} cannot be used:\n${wrong.join("\n")}`);
  return { scan, redaction };
}

function parse(value: unknown, path: string): z.output<typeof shape> {
  try {
    return requireValid(shape, value, "body");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const lines = (error.details.details ?? []).map(({ loc, msg }) => `  ${loc.slice(1).join(".")}: ${msg}`);
    throw usageError(`The settings in ${path} cannot be used:\n${lines.join("\n")}`);
  }
}

function namesOf(member: string, problems: readonly TuningProblem[]): string[] {
  return problems.map(({ loc, message }) => `  ${[member, ...loc].join(".")}: ${message}`);
}
