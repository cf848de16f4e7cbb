// Why a file or folder cannot be written, as words for whoever named it.

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "the folder that it belongs in is not there (ENOENT)",
  EEXIST: "a file is in its way",
  ENOTDIR: "a file is in its way",
  EISDIR: "a folder is where the file should be",
  EACCES: "this user may not write there (EACCES)",
  EPERM: "this user may not write there (EPERM)",
  EROFS: "it is on a disk that is read-only (EROFS)",
  ENOSPC: "its disk is full (ENOSPC)",
};

/** What is wrong, to stand after a colon; the system's own word where there is none of ours. */
export function describeWriteFault(error: unknown): string {
  const { code } = error as { readonly code?: string };
  return WORDS[code ?? ""] ?? code ?? String(error);
}
