// Users in answers, for eyes: the API names them by id, people know each other by e-mail address. Programs (`--json`) keep the
// ids.

import type { Portcullis } from "@portcullis/sdk";
import { isRecord } from "../text/is-record.js";
import { readNames } from "./read-names.js";

/** `engaged_by`, `decided_by`, `created_by` and their like. */
const NAMES_A_USER = /_by$/;
/** An id, or an actor as rows name one. */
const USER = /^(?:user:)?(?<id>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/**
 * The same answer with e-mail addresses in place of users' ids, in the answer itself and in the items of a list. Ids stay where
 * they are nobody's of this tenant, or where the caller may not list users: what is shown never fails for it.
 */
export async function nameUsers<T>(client: Portcullis, data: T): Promise<T> {
  const wanted = recordsOf(data).flatMap(userIdsOf);
  const names = await readNames(client.users.list({ limit: 500 }), wanted, ({ email }) => email);
  return names.size === 0 ? data : renamed(data, names);
}

function renamed<T>(data: T, names: ReadonlyMap<string, string>): T {
  const rename = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, names.get(userIdOf(name, value) ?? "") ?? value]),
    );
  const items = itemsOf(data);
  if (items === undefined) return rename(data as Record<string, unknown>) as T;
  return { ...data, items: items.map((item) => (isRecord(item) ? rename(item) : item)) };
}

function recordsOf(data: unknown): Record<string, unknown>[] {
  return (itemsOf(data) ?? [data]).filter(isRecord);
}

function itemsOf(data: unknown): readonly unknown[] | undefined {
  return isRecord(data) && Array.isArray(data.items) ? data.items : undefined;
}

function userIdsOf(record: Record<string, unknown>): string[] {
  return Object.entries(record).flatMap(([name, value]) => userIdOf(name, value) ?? []);
}

function userIdOf(name: string, value: unknown): string | undefined {
  return NAMES_A_USER.test(name) && typeof value === "string" ? USER.exec(value)?.groups?.id : undefined;
}
