// The command line as a library: run a command inside another program, with its own streams and environment.

export { type CliContext, type ContextParts, createContext } from "./context.js";
export { EXIT, type ExitCode } from "./exit-codes.js";
export { createProgram, runCli } from "./program.js";
