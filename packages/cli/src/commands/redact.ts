// `redact`: what stage 9 takes out of a text or payload. Runs here; nothing is sent.

import { Command } from "commander";
import { type CliContext, writeJson, writeLine, writeNote } from "../context.js";
import { EXIT } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { convertJsonLines, subjectOf } from "../text/json-lines.js";
import { readSubject } from "../text/marked-text.js";
import { readTextFile } from "../text/read-input.js";

export function createRedactCommand(context: CliContext, finish: Finish): Command {
  return new Command("redact")
    .summary("what the output filter takes out of a text or payload")
    .description(
      "Redacts a text, or a JSON payload, as stage 9 does with the default policy: e-mail addresses, cards, keys and more. " +
        "The result goes to standard output, what was redacted to standard error. Runs here, nothing is sent.",
    )
    .argument("[file]", "text or JSON; standard input without it")
    .option("--jsonl", 'one JSON object a line, {"id","text"} or {"id","payload"}; one object out for each')
    .option("--json", "one line of JSON for programs")
    .addHelpText(
      "after",
      "\nExamples:\n  $ portcullis redact letter.txt\n  $ portcullis redact --jsonl answers.jsonl > redacted.jsonl",
    )
    .action(async (file: string | undefined, options: { jsonl?: boolean; json?: boolean }) => {
      // Loaded here, because its tables are large and most commands do not redact.
      const { redact } = await import("@portcullis/edge/detection");
      if (options.jsonl) {
        const bad = await convertJsonLines(context, file, (line) => {
          const { name, value } = subjectOf(line);
          const result = redact(value);
          return { id: line.id ?? null, [name]: result.value, redactions: result.redactions };
        });
        return finish(bad === 0 ? EXIT.ok : EXIT.refused);
      }
      const text = await readTextFile(context, file ?? "-");
      const subject = readSubject(text);
      const result = redact(subject);
      const name = typeof subject === "string" ? "text" : "payload";
      if (options.json) return writeJson(context, { [name]: result.value, redactions: result.redactions });
      if (typeof result.value === "string") context.stdout.write(result.value);
      else writeLine(context, JSON.stringify(result.value, null, 2));
      const counts = result.counts.map(({ kind, count }) => `${count} × ${kind}`);
      const style = context.errorStyle;
      writeNote(
        context,
        counts.length > 0 ? style.yellow(`redacted: ${counts.join(", ")}`) : style.dim("nothing to redact"),
      );
    });
}
