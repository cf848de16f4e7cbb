// The process of `portcullis`: signals, streams, exit code. Nothing else here reads the environment.

import { createContext } from "./context.js";
import { runCli } from "./program.js";

const stop = new AbortController();

function untilStopped(): AbortSignal {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // The second one means it.
      if (stop.signal.aborted) process.exit(signal === "SIGINT" ? 130 : 143);
      stop.abort(signal);
    });
  }
  return stop.signal;
}

// A reader that has gone away (`| head`) ends the command quietly.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

const context = createContext({
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  untilStopped,
});
process.exitCode = await runCli(context, process.argv.slice(2));
// Idle keep-alive connections must not hold a finished command.
if (process.stdout.writableLength === 0) process.exit();
else process.stdout.once("drain", () => process.exit());
