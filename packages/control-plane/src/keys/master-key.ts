// The key that seals the secrets in the database: from the environment, or from a file that is made once. All replicas of
// a deployment need the same one.

import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeBase64, encodeBase64 } from "@portcullis/core";
import { makeFolders } from "@portcullis/edge/make-folders";
import type { Config } from "../config.js";

const FILE = "master.key";

export type MasterKeySettings = Pick<Config, "masterKey" | "masterKeyPrevious" | "dataDir">;

/** 32 bytes; null where no key is given and there is no file. Throws an Error that says where a malformed one is. */
export function readMasterKey({
  masterKey,
  dataDir,
}: Pick<MasterKeySettings, "masterKey" | "dataDir">): Uint8Array | null {
  return masterKey === undefined ? readKey(masterKeyFile(dataDir)) : parseKey(masterKey, "PORTCULLIS_MASTER_KEY");
}

/** Makes the file, unless another process has made it meanwhile, and gives the key in it. */
export function makeMasterKey(dataDir: string): Uint8Array {
  try {
    makeFolders(dataDir);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new Error(
      `The data folder ${dataDir} cannot be made (${code ?? String(error)}): set PORTCULLIS_DATA_DIR to another.`,
    );
  }
  return createKey(masterKeyFile(dataDir));
}

export function masterKeyFile(dataDir: string): string {
  return join(dataDir, FILE);
}

/** The one before, while what it sealed is not known to be sealed anew. */
export function previousMasterKey({
  masterKeyPrevious,
}: Pick<MasterKeySettings, "masterKeyPrevious">): Uint8Array | null {
  return masterKeyPrevious === undefined ? null : parseKey(masterKeyPrevious, "PORTCULLIS_MASTER_KEY_PREVIOUS");
}

function readKey(path: string): Uint8Array | null {
  try {
    const text = readFileSync(path, "utf8");
    chmodSync(path, 0o600);
    return parseKey(text.trim(), path);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/** Written whole under another name and then linked, so that a second process never reads half a key. */
function createKey(path: string): Uint8Array {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(draft, `${encodeBase64(randomBytes(32))}\n`, { mode: 0o600, flag: "wx", flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKey(path);
  if (!made) throw new Error(`The master key file ${path} disappeared while it was made.`);
  return made;
}

function parseKey(text: string, where: string): Uint8Array {
  let bytes: Uint8Array | undefined;
  try {
    bytes = decodeBase64(text);
  } catch {
    bytes = undefined;
  }
  if (bytes?.length !== 32)
    throw new Error(`${where} must hold 32 bytes in base64: make one with openssl rand -base64 32.`);
  return bytes;
}
