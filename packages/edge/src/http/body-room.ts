// Memory for large bodies on their way. Who sends one is not known before it has arrived, so that anyone could fill the memory
// with bodies that lack their last byte. Once it is full, only the oldest of them is read on; the others wait for one to end.

/** One body, while it arrives. */
export interface ArrivingBody {
  /** Counts what has come of it. False when it must not be read on before it is told to. */
  add(bytes: number): boolean;
  /** It has come whole, or will not come. */
  leave(): void;
}

interface Place {
  bytes: number;
  isWaiting: boolean;
  readonly readOn: () => void;
}

export class BodyRoom {
  readonly #maxBytes: number;
  #bytes = 0;
  /** Oldest first. */
  readonly #places = new Set<Place>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  /** A place for one more; `readOn` is called when it has waited long enough. */
  enter(readOn: () => void): ArrivingBody {
    const place: Place = { bytes: 0, isWaiting: false, readOn };
    this.#places.add(place);
    return {
      add: (bytes) => {
        place.bytes += bytes;
        this.#bytes += bytes;
        place.isWaiting = !this.#mayReadOn(place);
        return !place.isWaiting;
      },
      leave: () => {
        if (!this.#places.delete(place)) return;
        this.#bytes -= place.bytes;
        this.#readOn();
      },
    };
  }

  /** The oldest always may: with none that does, nothing would end. */
  #mayReadOn(place: Place): boolean {
    const [oldest] = this.#places;
    return this.#bytes <= this.#maxBytes || place === oldest;
  }

  #readOn(): void {
    for (const place of this.#places) {
      if (!this.#mayReadOn(place)) return;
      if (!place.isWaiting) continue;
      place.isWaiting = false;
      place.readOn();
    }
  }
}
