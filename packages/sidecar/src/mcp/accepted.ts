// What a client takes as the answer of a call. The protocol demands both of it; who names one gets that, and who names none JSON.

export interface Accepted {
  readonly json: boolean;
  /** Only where it is named: whoever takes anything, as curl does, is served better by JSON. */
  readonly stream: boolean;
}

/** Reads an Accept header. */
export function acceptedBy(header: string | undefined): Accepted {
  const types = new Set(
    (header ?? "*/*")
      .toLowerCase()
      .split(",")
      .map((range) => range.split(";").map((part) => part.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)))
      .map(([type]) => type),
  );
  const stream = types.has("text/event-stream");
  return { stream, json: !stream || ["application/json", "application/*", "*/*"].some((type) => types.has(type)) };
}
