// JSON on its way through this process, at hand as a value, as a text, or as both.
import { formatJson, parseJson } from "@portcullis/core";

export interface Json<T = unknown> {
  readonly value: T;
  /** Its text, where it is at hand. */
  readonly text?: string;
}

/** A call's payload on its way to the tool. */
export type Payload = Json<Record<string, unknown>>;

/** What is large, and was read on a thread: a value on the serving loop only once somebody asks for that. */
export class LazyJson<T> implements Json<T> {
  #value: { readonly read: T } | undefined;
  constructor(readonly text: string) {}

  get value(): T {
    this.#value ??= { read: parseJson(this.text) as T };
    return this.#value.read;
  }
}

/** With its text at hand, for those who need it more than once. */
export function withText<T>(json: Json<T>): Json<T> {
  return json.text === undefined ? { value: json.value, text: formatJson(json.value) } : json;
}

/** Its text; what has one is not read for it. */
export function textOf(json: Json): string {
  return json.text ?? formatJson(json.value);
}
