// What tools' servers say of their tools, on its way to the control plane: scanned here, hashed, reported where it is not the
// approved definition, and offered or called only as approved. It keeps nothing: the pin lives at the control plane.
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_DEFINITION_BYTES, type ToolDefinition } from "@portcullis/contract";
import { canonicalize, type JsonValue, sha256Hex } from "@portcullis/core";
import { DefinitionPart } from "./definition-part.js";
import { scanDefinition } from "./inspection/definition-scan.js";
import type { ServedDefinition, Uplink } from "./ports.js";
import type { TenantMirror } from "./tenant/tenant-mirror.js";

interface Sighting {
  readonly served: ServedDefinition;
  readonly report: ToolDefinition;
}

export class ToolDefinitions {
  readonly #uplink: Pick<Uplink, "report">;
  readonly #mirror: Pick<TenantMirror, "tool" | "settings">;

  constructor(uplink: Pick<Uplink, "report">, mirror: Pick<TenantMirror, "tool" | "settings">) {
    this.#uplink = uplink;
    this.#mirror = mirror;
  }

  /**
   * Those that are approved, in their order. Rejects with a Refusal when the control plane cannot be asked. Each report has a
   * signal of its own, for a long list takes as many times as long.
   */
  async approved(served: readonly ServedDefinition[], newSignal: () => AbortSignal): Promise<ServedDefinition[]> {
    const allowed = new Set(served.filter((each) => this.#isPinned(each)));
    const unknown = served.filter((each) => !allowed.has(each));
    for await (const part of this.#partsOf(unknown)) {
      const reports = part.map(({ report }) => report);
      const standings = await this.#uplink.report(reports, newSignal());
      for (const { served: each } of part) {
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

  /** A long list in parts that the control plane takes beside everything else that it does. */
  async *#partsOf(served: readonly ServedDefinition[]): AsyncGenerator<readonly Sighting[]> {
    let part = new DefinitionPart<Sighting>();
    for (const each of served) {
      // A long list takes seconds: without turns in between, heartbeats would be late and every call end.
      await nextTurn();
      const length = Buffer.byteLength(canonicalize(each.definition as JsonValue));
      const isLarge = length > MAX_DEFINITION_BYTES;
      const size = isLarge ? 0 : length;
      if (!part.hasRoomFor(size)) {
        yield part.items;
        part = new DefinitionPart();
      }
      part.add({ served: each, report: this.#reportOf(each, isLarge) }, size);
    }
    if (part.items.length > 0) yield part.items;
  }

  #reportOf({ toolName, definition, hash }: ServedDefinition, isLarge: boolean): ToolDefinition {
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
