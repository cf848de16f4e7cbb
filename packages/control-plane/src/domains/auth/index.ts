// What other domains may use of accounts: secrets, the guard of sign-ins, users and tenants.

export { newUser, userData } from "./accounts.js";
export { admitToken } from "./edge-admission.js";
export { countFailure, guardSecret, requireNotBlocked } from "./failed-sign-ins.js";
export { authHandlers, edgeAdmissionHandlers } from "./handlers.js";
export { checkPassword, hashPassword, newSecret } from "./passwords.js";
export { findTenant, insertCredential, insertTenant, insertUser, listUsers } from "./store.js";
