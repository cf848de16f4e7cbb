// Compiled policies by their revision, shared by everyone who uses it: facts are read anew whenever anything of a tenant
// changes, and most changes leave its policies as they were.

import type { CompiledPolicies } from "./compiled-policies.js";

const shared = new Map<string, { readonly compiled: CompiledPolicies; users: number }>();
/** Revisions without a user that stay compiled, for the reload that follows. */
const MAX_UNUSED = 64;

/** The policies of a revision that is compiled already, for one more user. */
export function claimCompiled(revision: string): CompiledPolicies | undefined {
  const known = shared.get(revision);
  if (known !== undefined) known.users += 1;
  return known?.compiled;
}

/** Keeps what its first user has compiled. */
export function shareCompiled(revision: string, compiled: CompiledPolicies): CompiledPolicies {
  shared.set(revision, { compiled, users: 1 });
  return compiled;
}

/** A user is done with a revision. */
export function releaseCompiled(revision: string): void {
  const entry = shared.get(revision);
  if (entry === undefined) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  // Moves it to the end of the map, so that the first is the one that has gone unused for longest.
  shared.delete(revision);
  shared.set(revision, entry);
  const unused = [...shared].filter(([, { users }]) => users === 0);
  for (const [key, { compiled }] of unused.slice(0, Math.max(0, unused.length - MAX_UNUSED))) {
    compiled.release();
    shared.delete(key);
  }
}
