// The process of `portcullis`: signals, streams, exit code. Nothing else here reads the environment.

import { writeSync } from "node:fs";
import { createContext } from "./context.js";
import { runCli } from "./program.js";
import { describeWriteFault } from "./text/write-fault.js";

const PARENT_LOOK_MS = 200;
const SIGPIPE_EXIT_CODE = 141;
const stop = new AbortController();

function untilStopped(): AbortSignal {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // The second one means it.
      if (stop.signal.aborted) process.exit(signal === "SIGINT" ? 130 : 143);
      stop.abort(signal);
    });
  }
  if (process.env.npm_lifecycle_event === "npx") stopWithShell();
  return stop.signal;
}

/**
 * npx runs a command in a shell, and passes signals on to that shell alone. Most shells make way for the command; where one
 * stays in between (dash), SIGTERM ends it and npx, and would leave the command running with its ports.
 */
function stopWithShell(): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop.abort("SIGTERM");
  }, PARENT_LOOK_MS);
  watch.unref();
}

// A reader that has gone away (`| head`) ends the command quietly, as the signal does that ends other programs then; where
// the output goes to a file, what is wrong with that is said, for the file is not whole.
function endUnread(error: NodeJS.ErrnoException): never {
  const isGone = error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED";
  if (isGone) process.exit(SIGPIPE_EXIT_CODE);
  try {
    writeSync(process.stderr.fd, `✗ The output cannot be written whole: ${describeWriteFault(error)}.\n`);
  } catch {
    // It goes to the same place.
  }
  process.exit(1);
}

/** What was written before has left then; `drain` comes only after a write that was too much at once. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", (error) => (error ? endUnread(error) : resolve())));
}

for (const stream of [process.stdout, process.stderr]) stream.on("error", endUnread);

const context = createContext({
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  untilStopped,
});
process.exitCode = await runCli(context, process.argv.slice(2));
await Promise.all([flush(process.stdout), flush(process.stderr)]);
// Idle keep-alive connections must not hold a finished command.
process.exit();
