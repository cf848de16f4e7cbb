// Values of those argument paths that active policies name: the only payload values that leave the edge.
import type { TenantState } from "@portcullis/contract";

/** Values by JSON pointer (RFC 6901); absent ones are left out. */
export function readArguments(payload: unknown, paths: Iterable<string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const path of paths) {
    const found = resolvePointer(payload, path);
    if (found !== undefined) Object.defineProperty(values, path, { value: found, enumerable: true });
  }
  return values;
}

/** The paths that policies read for a tool, those for every tool included. */
export function pathsForTool(policy: TenantState["policy"], toolName: string): string[] {
  const own = Object.hasOwn(policy.argument_paths, toolName) ? policy.argument_paths[toolName] : undefined;
  const everyTool = Object.hasOwn(policy.argument_paths, "*") ? policy.argument_paths["*"] : undefined;
  return [...new Set([...(own ?? []), ...(everyTool ?? [])])];
}

function resolvePointer(root: unknown, pointer: string): unknown {
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return undefined;
  let node: unknown = root;
  for (const raw of pointer.slice(1).split("/")) {
    const token = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(node)) node = /^(0|[1-9]\d{0,9})$/.test(token) ? node[Number(token)] : undefined;
    else if (node !== null && typeof node === "object") {
      node = Object.hasOwn(node, token) ? (node as Record<string, unknown>)[token] : undefined;
    } else return undefined;
  }
  return node;
}
