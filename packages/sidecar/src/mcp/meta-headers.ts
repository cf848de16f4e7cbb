// Members of a call's `_meta` that stand for headers, which MCP clients fix for all calls.

export type Headers = Record<string, string | undefined>;

const META_HEADERS = {
  "portcullis/approval_key": "x-approval-key",
  "portcullis/idempotency_key": "x-idempotency-key",
} as const;

export function headersOfMeta(meta: Readonly<Record<string, unknown>> | undefined): Headers {
  const headers: Headers = {};
  for (const [member, header] of Object.entries(META_HEADERS)) {
    const value = meta?.[member];
    if (typeof value === "string") headers[header] = value;
  }
  return headers;
}

/** A hint by the names that things have over MCP: structured content has the members of `data` at its top. */
export function hintForMcp(hint: string): string {
  let words = hint.replaceAll("`data.", "`");
  for (const [name, header] of Object.entries(META_HEADERS)) {
    words = words.replace(new RegExp(header, "i"), `\`_meta["${name}"]\``);
  }
  return words;
}
