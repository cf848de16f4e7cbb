// What tools' servers say of their tools, on its way to the control plane: scanned here, hashed, reported where it is not the
// approved definition, and offered or called only as approved. It keeps nothing: the pin lives at the control plane.
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_DEFINITION_BYTES, MAX_DEFINITIONS, type ToolDefinition } from "@portcullis/contract";
import { canonicalize, type JsonValue, sha256Hex } from "@portcullis/core";
import { scanDefinition } from "./definition-scan.js";
import type { ServedDefinition, Uplink } from "./ports.js";
import type { TenantMirror } from "./tenant-mirror.js";

export class ToolDefinitions {
  readonly #uplink: Pick<Uplink, "report">;
  readonly #mirror: Pick<TenantMirror, "tool" | "settings">;

  constructor(uplink: Pick<Uplink, "report">, mirror: Pick<TenantMirror, "tool" | "settings">) {
    this.#uplink = uplink;
    this.#mirror = mirror;
  }

  /** Those that are approved, in their order. Rejects with a Refusal when the control plane cannot be asked. */
  async approved(served: readonly ServedDefinition[], signal: AbortSignal): Promise<ServedDefinition[]> {
    const allowed = new Set(served.filter((each) => this.#isPinned(each)));
    const unknown = served.filter((each) => !allowed.has(each));
    for (let from = 0; from < unknown.length; from += MAX_DEFINITIONS) {
      const part = unknown.slice(from, from + MAX_DEFINITIONS);
      const standings = await this.#uplink.report(await this.#reportsOf(part), signal);
      for (const each of part) {
        const isApproved = standings.some(
          ({ tool_name, definition_hash, approved }) =>
            approved && tool_name === each.toolName && definition_hash === each.hash,
        );
        if (isApproved) allowed.add(each);
      }
    }
    return served.filter((each) => allowed.has(each));
  }

  #isPinned({ toolName, hash }: ServedDefinition): boolean {
    return this.#mirror.tool(toolName)?.definition_hash === hash;
  }

  async #reportsOf(served: readonly ServedDefinition[]): Promise<ToolDefinition[]> {
    const reports: ToolDefinition[] = [];
    for (const each of served) {
      // A long list takes seconds: without turns in between, heartbeats would be late and every call end.
      await nextTurn();
      reports.push(this.#reportOf(each));
    }
    return reports;
  }

  #reportOf({ toolName, definition, hash }: ServedDefinition): ToolDefinition {
    const isLarge = Buffer.byteLength(canonicalize(definition as JsonValue)) > MAX_DEFINITION_BYTES;
    return {
      tool_name: toolName,
      definition_hash: hash,
      definition: isLarge ? null : { ...definition },
      // One that is too large to be kept waits for a person whatever it says, and may be megabytes.
      findings: isLarge ? ["huge_json"] : scanDefinition(toolName, definition, this.#mirror.settings?.scan ?? {}),
    };
  }
}

/** A definition as it was served, with its hash. */
export function servedDefinition(toolName: string, definition: Readonly<Record<string, unknown>>): ServedDefinition {
  return { toolName, definition, hash: sha256Hex(canonicalize(definition as JsonValue)) };
}
