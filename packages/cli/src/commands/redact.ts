// `redact`: what stage 9 takes out of a text or payload. Runs here; nothing is sent.

import { randomBytes } from "node:crypto";
import { formatJson } from "@portcullis/core";
import type { RedactionCount, RedactionPolicy, TextRedactor } from "@portcullis/edge/detection";
import { Command, InvalidArgumentError, Option } from "commander";
import { type CliContext, writeJson, writeLine, writeNote } from "../context.js";
import { CliError, EXIT, usageError } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { convertJsonLines, subjectOf } from "../text/json-lines.js";
import { readSubject } from "../text/marked-text.js";
import { readTextFile } from "../text/read-input.js";
import { redactStream } from "../text/redacted-stream.js";
import { ANY_TOOL, readTuningFile, requireUsedTool } from "../text/tuning-file.js";

const FORMS = ["text", "json", "lines", "events"];

interface Options {
  readonly exitCode?: boolean;
  readonly jsonl?: boolean;
  readonly json?: boolean;
  /** True without a form, which is text. */
  readonly stream?: true | string;
  readonly settings?: string;
  readonly tool?: string;
}

export function createRedactCommand(context: CliContext, finish: Finish): Command {
  return new Command("redact")
    .summary("what the output filter takes out of a text or payload")
    .description(
      "Redacts a text, or a JSON payload, as stage 9 does with the default policy or a file's: e-mail addresses, cards, keys and more. " +
        "The result goes to standard output, what was redacted to standard error. Runs here, nothing is sent.",
    )
    .argument("[file]", "text or JSON; standard input without it")
    .option("--jsonl", 'one JSON object a line, {"id","text"} or {"id","payload"}; one object out for each')
    .addOption(
      new Option(
        "--stream [form]",
        "redact as it arrives, in bounded memory: text, json, lines (of JSON) or events",
      ).argParser(readForm),
    )
    .option("--settings <file>", "with the settings in this file: JSON with `redaction`, as for tenant update-settings")
    .option("--tool <name>", "the tool that answers, for settings that name tools")
    .option("--exit-code", "end with 1 when something was redacted, for scripts")
    .option("--json", "one line of JSON for programs")
    .addHelpText(
      "after",
      "\nExamples:\n  $ portcullis redact letter.txt\n  $ portcullis redact --jsonl answers.jsonl > redacted.jsonl\n" +
        "  $ tail -f app.log | portcullis redact --stream\n" +
        "  $ portcullis redact answer.json --settings tuning.json --tool crm.query",
    )
    .action(async (file: string | undefined, options: Options) => {
      requireUsedTool(options);
      if (options.stream && (options.jsonl || options.json))
        throw usageError("--stream goes with neither --jsonl nor --json.", "Leave one of them out.");
      // Loaded here, because its tables are large and most commands do not redact.
      const detection = await import("@portcullis/edge/detection");
      const { redact } = detection;
      const policy = await readPolicy(context, detection, options);
      const endWith = (isRedacted: boolean): void => finish(options.exitCode && isRedacted ? EXIT.refused : EXIT.ok);
      if (options.stream) {
        const redactor = openRedactor(detection, policy, options.stream);
        await redactStream(context, file, redactor).catch((error: unknown) => {
          if (error instanceof detection.RedactionError) throw new CliError(`Stopped: ${error.message}.`);
          throw error;
        });
        noteCounts(context, redactor.counts);
        return endWith(redactor.counts.length > 0);
      }
      if (options.jsonl) {
        let isRedacted = false;
        const bad = await convertJsonLines(context, file, (line) => {
          const { name, value } = subjectOf(line);
          const result = redact(value, policy);
          isRedacted ||= result.redactions.length > 0;
          return { id: line.id ?? null, [name]: result.value, redactions: result.redactions };
        });
        return bad > 0 ? finish(EXIT.refused) : endWith(isRedacted);
      }
      const text = await readTextFile(context, file ?? "-");
      const subject = readSubject(text);
      const result = redact(subject, policy);
      const name = typeof subject === "string" ? "text" : "payload";
      endWith(result.redactions.length > 0);
      if (options.json) return writeJson(context, { [name]: result.value, redactions: result.redactions });
      if (typeof result.value === "string") context.stdout.write(result.value);
      else writeLine(context, formatJson(result.value, 2));
      // On a terminal the note begins a line of its own, also where the text ends within one.
      const isOpen = typeof result.value === "string" && !/\n$|^$/.test(result.value);
      if (isOpen && context.stdout.columns !== undefined) context.stderr.write("\n");
      noteCounts(context, result.counts);
    });
}

type Detection = typeof import("@portcullis/edge/detection");

async function readPolicy(
  context: CliContext,
  { DEFAULT_REDACTION_POLICY, redactionPolicyFor }: Detection,
  { settings, tool = ANY_TOOL }: Options,
): Promise<RedactionPolicy> {
  if (settings === undefined) return DEFAULT_REDACTION_POLICY;
  const { redaction } = await readTuningFile(context, settings);
  // The service has a secret for each tenant; tokens that are made here are equal within one run.
  return redactionPolicyFor({ ...redaction, token_key: randomBytes(32).toString("hex") }, tool);
}

/** A file's name stands where the form does when the form is left out. */
function readForm(text: string): string {
  if (FORMS.includes(text)) return text;
  throw new InvalidArgumentError(`It takes ${FORMS.join(", ")}; a file comes after it: --stream text <file>.`);
}

function openRedactor(detection: Detection, policy: RedactionPolicy, form: true | string): TextRedactor {
  if (form === "json") return detection.createJsonRedactor(policy);
  if (form === "lines") return detection.createJsonLinesRedactor(policy);
  if (form === "events") return detection.createEventStreamRedactor(policy);
  return detection.createTextRedactor(policy);
}

function noteCounts(context: CliContext, counts: readonly RedactionCount[]): void {
  const words = counts.map(({ kind, count }) => `${count} × ${kind}`);
  const style = context.errorStyle;
  writeNote(context, words.length > 0 ? style.yellow(`redacted: ${words.join(", ")}`) : style.dim("nothing to redact"));
}
