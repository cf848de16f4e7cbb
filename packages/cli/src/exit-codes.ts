// What the exit code of `portcullis` says. Documented in `portcullis --help`.

export const EXIT = {
  /** Done, or the check passed. */
  ok: 0,
  /** The service refused, or a check failed. */
  refused: 1,
  /** The command was not understood; nothing was sent. */
  usage: 2,
  /** No answer from the service. */
  unreachable: 3,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `Exit codes:
  0  done, or the check passed
  1  the service refused, or a check failed
  2  the command was not understood, or something it needs is missing; nothing was sent
  3  the service could not be reached
  141  who read the output went away, as head does`;

/** An end that is no accident: its message says what is wrong, its hint what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(message: string, options: { readonly exitCode?: ExitCode; readonly hint?: string } = {}) {
    super(message);
    this.exitCode = options.exitCode ?? EXIT.refused;
    this.hint = options.hint;
  }
}

/** The command line is wrong, or lacks something. */
export function usageError(message: string, hint?: string): CliError {
  return new CliError(message, { exitCode: EXIT.usage, ...(hint === undefined ? {} : { hint }) });
}
