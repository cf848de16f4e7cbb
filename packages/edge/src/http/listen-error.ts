// A server that could not listen, as words: which port, why, and the setting that names another. For the programs that serve.

export interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** Names of the variables that set them. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** Wrong surroundings, not a fault of the program: it ends with the exit code of wrong settings. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  constructor(cause: unknown, place: ListenPlace) {
    super(describe(cause, place), { cause });
  }
}

function describe(cause: unknown, { host, port, hostSetting, portSetting }: ListenPlace): string {
  const { code } = cause as { readonly code?: string };
  const another = `set ${portSetting} to another; 0 is any free one.`;
  if (code === "EADDRINUSE") return `Port ${port} on ${host} is in use. Stop what uses it, or ${another}`;
  if (code === "EACCES") return `Port ${port} on ${host} may not be opened by this user: ${another}`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${host} is no address of this machine: set ${hostSetting} to one that is, such as 127.0.0.1.`;
  }
  return `Port ${port} on ${host} cannot be opened (${code ?? String(cause)}): ${another}`;
}
