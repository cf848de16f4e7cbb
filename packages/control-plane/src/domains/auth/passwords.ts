// Passwords and generated secrets: bcrypt off the event loop, a few at a time, with the same work for a subject that does not exist.

import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/bcrypt";
import { Refusal } from "@portcullis/contract";
import { FifoQueue } from "../../db/fifo-queue.js";

/** 2^10 rounds: about 60 ms of one core. */
const COST = 10;
/**
 * Of the four threads that Node has for such work. Whoever guesses keeps these busy and no more: syncs of the database's file, names
 * of tools and compression have the others.
 */
const THREADS = 2;
const TURN_TIMEOUT_MS = 10_000;
const turns = new FifoQueue(THREADS, TURN_TIMEOUT_MS);
/** bcrypt reads no further. */
const MAX_BYTES = 72;
/** Hash of a random text that nobody has, of the same cost, for subjects that do not exist. */
const NOBODY = "$2b$10$abO1xhdHh.Do4HZRzrSHxuDKYMQEGcumIssb4SA.7sAztB31oA1Zq";

/** Whether the password is the one of the hash; `null` (no such subject) takes as long and is never equal. */
export async function checkPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const usable = fits(password);
  const equal = await turns.run(() => verify(usable ? password : "-", passwordHash ?? NOBODY));
  return equal && usable && passwordHash !== null;
}

/** Refuses 422 what bcrypt would cut: more than 72 bytes, or a NUL character. */
export async function hashPassword(password: string): Promise<string> {
  if (!fits(password)) {
    const detail = {
      type: "too_big",
      loc: ["body", "password"],
      msg: "At most 72 bytes of UTF-8, no NUL",
      input: "[withheld]",
    };
    throw new Refusal("validation_failed", { details: [detail] });
  }
  return turns.run(() => hash(password, COST));
}

/** A new random secret with a prefix that tells what it is. */
export function newSecret(prefix: "acs_" | "acp_" | ""): string {
  return `${prefix}${randomBytes(32).toString("base64url")}`;
}

function fits(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_BYTES && !password.includes("\0");
}
