// The embedded edge's caller: an agent that signs in through the edge's own session, or a token that is given.

import type { HttpUplink } from "@portcullis/edge/uplink";
import { createSessionSource, type SessionSource } from "../credentials.js";
import type { Credentials } from "../options.js";
import { createRequester } from "../requester.js";

/** Signs in over the control plane with the edge's session in place of the internal secret. */
export function createAgentSession(
  { controlPlaneUrl, credentials }: { readonly controlPlaneUrl: string; readonly credentials: Credentials },
  uplink: HttpUplink,
  tenantId: string,
): SessionSource {
  const requester = createRequester({ baseUrl: controlPlaneUrl, tenantId }, { accessToken: "" });
  return createSessionSource(credentials, tenantId, async (path, body, headers) =>
    requester.send({
      method: "POST",
      path,
      body,
      headers: { ...headers, ...(await uplink.sessionHeaders()) },
      repeatable: true,
      anonymous: true,
    }),
  );
}
