// Why a sidecar could not start, as words for whoever started it.

import { type ErrorCode, envelopeOfRefusal, Refusal } from "@portcullis/contract";
import { describeConnectionFault } from "@portcullis/core/transport";

const OF_THE_KEY: ReadonlySet<ErrorCode> = new Set(["invalid_api_key", "insufficient_scope"]);
const KEY =
  "Set PORTCULLIS_API_KEY, or PORTCULLIS_API_KEY_FILE, to an API key of it with the scope 'edge' that was not revoked.";

/** What the control plane refuses, or its silence, is told with its address and the setting to look at; all else as it is. */
export function describeStartFault(error: unknown, controlPlaneUrl: string): string {
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error);
  const { origin } = new URL(controlPlaneUrl);
  if (error.code === "control_plane_unreachable") {
    const fault = describeConnectionFault(error);
    if (fault !== undefined) return `No connection to the control plane at ${origin}. ${fault}`;
    const { detail } = error.details;
    if (detail !== undefined) {
      return (
        `What answers at ${origin} is no control plane, or stands before one that is away. ${detail} ` +
        "PORTCULLIS_CONTROL_PLANE_URL names it, http or https included."
      );
    }
    return `The control plane does not answer at ${origin}. Is it running? PORTCULLIS_CONTROL_PLANE_URL names it.`;
  }
  const advice = OF_THE_KEY.has(error.code) ? KEY : envelopeOfRefusal(error).meta?.hint;
  return `The control plane at ${origin} refused the sidecar: ${error.code}. ${advice}`;
}
