// The stored login: one file, readable by its owner alone. It holds a token that ends in minutes, never a password.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeFolders } from "@portcullis/edge/make-folders";
import { z } from "zod";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";
import { cannotRead } from "../text/input-pieces.js";
import { writePrivateFile } from "../text/private-file.js";

const storedSession = z.object({
  url: z.url(),
  tenant_id: z.uuid(),
  email: z.string(),
  role: z.string(),
  access_token: z.string().min(1),
  /** Milliseconds since the epoch. */
  expires_at: z.number(),
});
export type StoredSession = z.output<typeof storedSession>;

/** The folder of the CLI's own files: PORTCULLIS_HOME, else the user's configuration folder. */
function homeFolder(env: CliContext["env"]): string {
  if (env.PORTCULLIS_HOME) return env.PORTCULLIS_HOME;
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "portcullis");
}

export function sessionFile(env: CliContext["env"]): string {
  return join(homeFolder(env), "session.json");
}

/** The stored login, or nothing. */
export function readSession(env: CliContext["env"]): StoredSession | undefined {
  const path = sessionFile(env);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw cannotRead(`The stored login ${path}`, error);
  }
  const parsed = storedSession.safeParse(parseJson(text));
  if (!parsed.success) throw usageError(`The stored login ${path} is damaged.`, "Run `portcullis login` again.");
  return parsed.data;
}

/** Written whole under another name and then renamed: a second command never reads half of it. */
export function writeSession(env: CliContext["env"], session: StoredSession): void {
  const path = sessionFile(env);
  makeFolders(homeFolder(env));
  writePrivateFile(path, `${JSON.stringify(session, null, 2)}\n`);
}

/** Whether there was one, damaged or not. */
export function removeSession(env: CliContext["env"]): boolean {
  const existed = existsSync(sessionFile(env));
  rmSync(sessionFile(env), { force: true });
  return existed;
}

/** The stored login, or nothing where it is damaged too. */
export function readSessionQuietly(env: CliContext["env"]): StoredSession | undefined {
  try {
    return readSession(env);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
