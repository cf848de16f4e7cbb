// A call's payload on its way to the tool.
import { parseJson } from "@portcullis/core";

export interface Payload {
  readonly value: Record<string, unknown>;
  /** Its JSON, where it is at hand. */
  readonly text?: string;
}

/** A large payload, which was read on a thread: a value on the serving loop only once somebody asks for that. */
export class TextPayload implements Payload {
  #value: Payload["value"] | undefined;
  constructor(readonly text: string) {}

  get value(): Payload["value"] {
    this.#value ??= parseJson(this.text) as Payload["value"];
    return this.#value;
  }
}
