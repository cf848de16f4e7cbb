// The media type of a body: JSON in UTF-8, under whatever name of the family. The same at every door.

import { Refusal } from "@portcullis/contract";

const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json *(?:; *charset *= *"?utf-?8"? *)?$/i;

/** Refuses a body that came under another `Content-Type`, or without one. */
export function requireJsonType(contentType: string | undefined): void {
  if (contentType === undefined || !JSON_TYPE.test(contentType)) throw new Refusal("unsupported_media_type");
}
