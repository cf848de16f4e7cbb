// Which leaves of a JSON object differ from those of another one, by path; for people who compare two versions.

import { formatJson } from "@portcullis/core";

export interface ChangedMember {
  /** Names and indexes joined by dots. */
  readonly path: string;
  /** Undefined where there was nothing, or is nothing. */
  readonly was: unknown;
  readonly is: unknown;
}

/** The leaves that differ, those of the newer version in its order and then those that are gone. Null is nothing. */
export function changedMembers(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): ChangedMember[] {
  const old = new Map(leavesOf(before ?? {}));
  const changed: ChangedMember[] = [];
  for (const [path, is] of leavesOf(after)) {
    const was = old.get(path);
    old.delete(path);
    if (formatJson(was) !== formatJson(is)) changed.push({ path, was, is });
  }
  for (const [path, was] of old) changed.push({ path, was, is: undefined });
  return changed;
}

function leavesOf(root: unknown): [string, unknown][] {
  const leaves: [string, unknown][] = [];
  const open: [string, unknown][] = [["", root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (members.length === 0 && path !== "") leaves.push([path, value]);
    for (const [key, member] of members.reverse()) open.push([path === "" ? key : `${path}.${key}`, member]);
  }
  return leaves;
}
