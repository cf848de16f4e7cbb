// Objects that hold base64 beside its media type: MCP's images, audio and resource blobs, and a binary answer of an HTTP
// tool. What the type says is a hint only: text that calls itself an image is still text.

export interface Media {
  /** The member with the base64. */
  readonly member: "blob" | "data" | "base64";
  readonly kind: "text" | "binary";
}

const TEXTUAL =
  /^(?:text\/|application\/(?:json|xml|javascript|ecmascript|x-ndjson|ndjson|yaml|x-yaml|toml|sql|csv|rtf|graphql|x-sh|x-www-form-urlencoded)\b|message\/)|\+(?:json|xml|yaml)\b/i;

/** What the object says of its base64; undefined where it says nothing. */
export function mediaOf(value: Readonly<Record<string, unknown>>): Media | undefined {
  const type = value.mimeType ?? value.content_type;
  if (typeof type !== "string") return undefined;
  const member = (["blob", "data", "base64"] as const).find((name) => typeof value[name] === "string");
  return member === undefined ? undefined : { member, kind: TEXTUAL.test(type) ? "text" : "binary" };
}
