// How long a request may take to arrive, at the control plane and at the sidecar alike. It ends with the body's last byte: how
// long a call runs or a stream stays open is not bounded here.

/** Default of PORTCULLIS_REQUEST_TIMEOUT_MS: 4 MiB at 140 KB a second. */
export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
const LONGEST_HEADERS_MS = 10_000;
const LONGEST_BETWEEN_LOOKS_MS = 1000;

/** Limits of a `node:http` server, in milliseconds; their names are Node's. */
export interface ArrivalLimits {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/**
 * A request whose last byte is not there after `requestTimeoutMs`, or its headers after a third of that and at most 10 s, is
 * refused and its connection closed, at the next look: a thirtieth later and at most one second.
 */
export function arrivalLimits(requestTimeoutMs: number): ArrivalLimits {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(LONGEST_HEADERS_MS, Math.ceil(requestTimeoutMs / 3)),
    connectionsCheckingInterval: Math.min(LONGEST_BETWEEN_LOOKS_MS, Math.ceil(requestTimeoutMs / 30)),
  };
}
