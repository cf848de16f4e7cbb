// What an unknown option may have meant, where it is no misspelt one, which commander finds by itself: `--port` of a command that
// has two ports.

import type { Command } from "commander";

/** The error, and below it the command's options that have the unknown one as a word or a beginning. */
export function withNearOptions(command: Command, error: string): string {
  const [, name, value] = /^error: unknown option '--([^'=]+)(=[^']*)?'\s*$/.exec(error) ?? [];
  if (name === undefined) return error;
  const longs = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);
  if (value !== undefined && longs.includes(`--${name}`)) return `${error}(--${name} takes no value)\n`;
  const near = longs.filter((long) => long.slice(2).split("-").includes(name) || long.startsWith(`--${name}`));
  const [first, ...others] = near;
  if (first === undefined) return error;
  return `${error}(Did you mean ${others.length === 0 ? first : `one of ${near.join(", ")}`}?)\n`;
}
