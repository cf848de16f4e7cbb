// How an edge signs in: the control plane gives it a session, by which it is known until that expires.

import { z } from "zod";
import { uuid, uuidInput } from "../schemas/common.js";

export const edgeSessionBody = z.strictObject({
  /** A key with the scope `edge`. */
  api_key: z.string().max(200),
  /** The process's own id. A restart is a new instance. */
  instance: uuidInput,
  /** Those that had this process's data folder before it: it is the same edge, and carries their records on. */
  previous_instances: z.array(uuidInput).max(100).default([]),
  /** Kept in that folder: who has it may name them whichever key they had, as after the key was replaced. */
  folder_secret: z.string().min(32).max(100).optional(),
  home: z.enum(["sidecar", "embedded"]),
  version: z.string().max(60),
});
export const edgeSessionData = z.object({
  session_token: z.string(),
  expires_in: z.number().int().positive(),
  tenant_id: uuid,
  instance: uuid,
});
