// The one place where a failure becomes words and an exit code. Nothing secret is printed: errors of the service carry
// none, and what the user typed is not repeated.

import { Refusal } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import { describeConnectionFault } from "@portcullis/core/transport";
import { PortcullisError } from "@portcullis/sdk";
import { type CliContext, writeNote } from "./context.js";
import { CliError, EXIT, type ExitCode, usageError } from "./exit-codes.js";
import { kebab } from "./operations/member-options.js";
import { describeObject } from "./output/present.js";
import { describeFaults, isRuleFaults } from "./output/rule-faults.js";
import { printable } from "./output/style.js";
import { describeToolFailure } from "./output/tool-failure.js";

interface Report {
  readonly exitCode: ExitCode;
  readonly error: string;
  readonly code?: string;
  readonly status?: number;
  readonly hint?: string;
  readonly data?: unknown;
  readonly details?: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[];
  readonly request_id?: string;
}

/** Says what went wrong with a command line on stderr (one JSON object with `--json`) and gives the exit code. */
export function reportError(context: CliContext, error: unknown, args: readonly string[]): ExitCode {
  const { exitCode, ...report } = readError(error);
  if (args.includes("--json")) {
    writeNote(context, formatJson(report));
    return exitCode;
  }
  const style = context.errorStyle;
  const failure = error instanceof PortcullisError ? describeToolFailure(error) : null;
  if (failure !== null) {
    writeNote(context, `${style.red("✗")} ${failure.cause} ${style.dim(`(${report.code}, HTTP ${report.status})`)}`);
    for (const line of failure.lines) writeNote(context, line);
    return exitCode;
  }
  // What no answer of the service was has its status for a name.
  const isNamed = report.code === `HTTP ${report.status}`;
  const status = report.status && !isNamed ? ` (HTTP ${report.status})` : "";
  writeNote(context, `${style.red("✗")} ${printable(report.error)}${status}`);
  for (const { loc, msg } of report.details ?? []) {
    writeNote(context, `  ${placeOf(loc, args)}: ${printable(msg)}`);
  }
  if (report.hint) writeNote(context, `  ${report.hint}`);
  if (isRuleFaults(report.data)) for (const line of describeFaults(report.data.errors)) writeNote(context, line);
  else if (report.data) for (const line of describeData(context, report.data)) writeNote(context, line);
  if (report.request_id) writeNote(context, style.dim(`  request ${report.request_id}`));
  return exitCode;
}

function readError(error: unknown): Report {
  if (error instanceof CliError) {
    return { exitCode: error.exitCode, error: error.message, ...(error.hint ? { hint: error.hint } : {}) };
  }
  if (error instanceof PortcullisError) return readServiceError(error);
  if (error instanceof Refusal) {
    return {
      exitCode: EXIT.usage,
      error: "The input is not valid.",
      code: error.code,
      hint: "--help shows what the command takes.",
      ...(error.details.details ? { details: error.details.details } : {}),
    };
  }
  return { exitCode: EXIT.refused, error: error instanceof Error ? error.message : String(error) };
}

/** What a header is to the service is an option here. */
const AGENT_MISSING = usageError("The agent is missing.", "Give --agent its id or name (PORTCULLIS_AGENT_ID).");
const NOT_RUNNING = "Is it running? Check --url or PORTCULLIS_URL; `portcullis dev` starts one.";
const BUSY = "It is busy, or the tool takes long. `portcullis audit tail` shows whether the call ran.";

function readServiceError(error: PortcullisError): Report {
  if (error.code === "agent_header_required") return readError(AGENT_MISSING);
  const isUnreachable = error.status === 0;
  return {
    exitCode: isUnreachable ? EXIT.unreachable : EXIT.refused,
    // With details each field has a line of its own.
    error: error.details.length > 0 ? "The service did not find the input valid." : inTerms(error.message, error.data),
    code: error.code,
    status: error.status,
    ...(isUnreachable
      ? { hint: error.code === "timed_out" ? BUSY : (describeConnectionFault(error) ?? NOT_RUNNING) }
      : {}),
    ...(error.data ? { data: error.data } : {}),
    ...(error.details.length > 0 ? { details: error.details } : {}),
    ...(error.requestId ? { request_id: error.requestId } : {}),
  };
}

/** The service speaks of members of its answer and of headers; a command line has options, and the members below the text. */
function inTerms(message: string, data: unknown): string {
  const { field } = (data ?? {}) as { readonly field?: unknown };
  const taken = typeof field === "string" ? `--${kebab(field)} is already taken` : "a value is already taken";
  return message
    .replace("`data.field` names what is already taken", taken)
    .replace("`data.errors` says", "the lines below say")
    .replaceAll(/`data\.(\w+)`/g, "`$1`")
    .replaceAll("X-Approval-Key", "--approval-key");
}

/**
 * `--risk-level`, or `--metadata daily_cost_cap_usd` for what is inside of one; `--data metadata.…` where that brought it, and
 * `<file> tests 0.name` where a file did.
 */
function placeOf([part, name, ...inside]: readonly (string | number)[], args: readonly string[]): string {
  if (name === undefined) return String(part);
  const option = `--${kebab(String(name))}`;
  if (part === "body" && hasOption(args, "--data") && !hasOption(args, option)) {
    return `--data ${[name, ...inside].join(".")}`;
  }
  const isOfFile = part === "body" && inside.length > 0 && !hasOption(args, option);
  const word = part === "path" ? `<${kebab(String(name))}>` : isOfFile ? `<file> ${name}` : option;
  return [word, inside.join(".")].filter(Boolean).join(" ");
}

function hasOption(args: readonly string[], option: string): boolean {
  return args.some((arg) => arg === option || arg.startsWith(`${option}=`));
}

function describeData(context: CliContext, data: unknown): string[] {
  const object = typeof data === "object" && data !== null ? { ...data } : { data };
  return describeObject(context.errorStyle, object, undefined).map((line) => `  ${line}`);
}
