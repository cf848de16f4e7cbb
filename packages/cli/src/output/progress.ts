// What goes on while something takes long: one line that is rewritten on a terminal, a line each elsewhere, nothing for
// programs.

import { type CliContext, writeNote } from "../context.js";

export interface Progress {
  readonly say: (text: string) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

const TICK_MS = 1000;

export function createProgress(context: CliContext, isQuiet: boolean): Progress {
  if (isQuiet) return { say: () => undefined, end: () => undefined };
  const { stderr, errorStyle } = context;
  if (!stderr.isTTY) return { say: (text) => writeNote(context, `… ${text}`), end: () => undefined };
  let current = "";
  let startedAtMs = performance.now();
  const draw = () => {
    const seconds = Math.floor((performance.now() - startedAtMs) / 1000);
    stderr.write(`\r\u001b[K${errorStyle.dim(`… ${current}${seconds >= 2 ? `, ${seconds} s` : ""}`)}`);
  };
  const clock = setInterval(() => current !== "" && draw(), TICK_MS);
  clock.unref();
  return {
    say(text) {
      current = text;
      startedAtMs = performance.now();
      draw();
    },
    end() {
      clearInterval(clock);
      if (current !== "") stderr.write("\r\u001b[K");
      current = "";
    },
  };
}
