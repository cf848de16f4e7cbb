// Why a file cannot be read, as words for whoever named it. Not for files that are written; those have faults of their own.

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "a part of its path is a file, not a folder",
  EISDIR: "it is a folder; name a file in it",
  EACCES: "this user may not read it (permission denied)",
  EPERM: "this user may not read it (permission denied)",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "it is a socket, not a file",
  EMFILE: "too many files are open in this process",
  ENFILE: "too many files are open on this machine",
  EIO: "its disk gives an error",
};

/** What is wrong, to stand after a colon; the system's own word where there is none of ours. */
export function describeReadFault(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string") return WORDS[code] ?? `the system says ${code}`;
  return error instanceof Error ? error.message : String(error);
}
