// What other domains may use of identity: tokens, secrets, the guard of sign-ins, users and tenants.

export { newUser, userData } from "./accounts.js";
export { admitToken } from "./edge-admission.js";
export { type EdgeSession, EdgeSessions } from "./edge-sessions.js";
export { countFailure, guardSecret, requireNotBlocked } from "./failed-sign-ins.js";
export { authHandlers, edgeAdmissionHandlers } from "./handlers.js";
export { checkPassword, hashPassword, newSecret } from "./passwords.js";
export { type FollowedSession, SessionWatch } from "./session-watch.js";
export { findTenant, insertCredential, insertTenant, insertUser, listUsers } from "./store.js";
export {
  createTokenService,
  type Hop,
  type IssuedToken,
  type TokenService,
  type VerifiedToken,
} from "./token-service.js";
export { findTokens, isAlive, revokeTokens, type TokenRow } from "./token-store.js";
export type { Claims } from "./token-text.js";
