// One part of a report of tools' definitions: what the control plane writes in one transaction, which takes some tens of milliseconds.
// Edges send long lists in such parts, and the control plane cuts what comes otherwise.

const MAX_DEFINITIONS = 50;
const MAX_BYTES = 512 * 1024;

export class DefinitionPart<T> {
  readonly items: T[] = [];
  #bytes = 0;

  /** Whether a definition of so many bytes may be added. An empty part has room for any. */
  hasRoomFor(bytes: number): boolean {
    if (this.items.length === 0) return true;
    return this.items.length < MAX_DEFINITIONS && this.#bytes + bytes <= MAX_BYTES;
  }

  add(item: T, bytes: number): void {
    this.items.push(item);
    this.#bytes += bytes;
  }
}
