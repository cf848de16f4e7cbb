// What git does to what others have: branches that are overwritten or deleted, and histories that are erased.
import { findingOf, type ShellFinding, withoutGlobals } from "./shell-finding.js";
import type { Word } from "./shell-words.js";

export function readGit(all: readonly Word[], opens: boolean): ShellFinding | undefined {
  const words = withoutGlobals(all);
  const next = words[1]?.text ?? "";
  const rest = words.slice(2, 12).map((word) => word.text);
  if (next === "push") {
    const isForced = rest.some((word) =>
      /^(?:--force|-\w{0,3}f\w{0,3}|--mirror|\+(?:main|master|HEAD).{0,60})$/.test(word),
    );
    if (rest.some((word) => /^\+(?:main|master)/.test(word))) return findingOf("repository", "high", 0.75, words, 4);
    if (isForced && rest.some((word) => /^\+?(?:main|master|HEAD|--mirror|--all)/.test(word)))
      return findingOf("repository", "high", 0.75, words, 4);
    if (
      rest.some((word) => word === "--delete" || word === "-d" || /^:(?:main|master)$/.test(word)) &&
      rest.some((word) => /^:?(?:main|master)$/.test(word))
    )
      return findingOf("repository", "high", 0.75, words, 4);
  }
  // What no branch leads to any more, and branches without a trace.
  const isErased =
    (next === "update-ref" &&
      rest.includes("-d") &&
      rest.some((word) => /^refs\/heads\/(?:main|master)$/.test(word))) ||
    (next === "branch" && rest.includes("-D") && rest.some((word) => /^(?:main|master)$/.test(word))) ||
    (next === "reflog" &&
      rest[0] === "expire" &&
      rest.includes("--all") &&
      rest.some((word) => /^--expire\S{0,20}=(?:now|all)$/.test(word))) ||
    (next === "filter-repo" && rest.includes("--force"));
  if (isErased) return findingOf("repository", "high", 0.75, words, 3);
  if (next === "filter-branch" && opens && rest.some((word) => word.startsWith("-")))
    return findingOf("repository", "high", 0.75, words, 2);
  return undefined;
}
