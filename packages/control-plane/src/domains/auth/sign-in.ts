// Signing in as a user: the specification's seven steps, in its order. Unknown users cost the same work as known ones.

import { Refusal } from "@portcullis/contract";
import { appendOperatorRow } from "../../http/audited.js";
import type { CallContext } from "../../http/handler.js";
import type { IssuedToken } from "../../tokens/token-service.js";
import { checkPassword } from "./passwords.js";
import { findUser, findUserByEmail } from "./store.js";

/** Issues a token, and the row `user_login`. Refuses `invalid_credentials`, `tenant_mismatch`, `inconsistent_account`. */
export async function signIn(
  context: CallContext,
  credentials: { readonly email: string; readonly password: string },
): Promise<IssuedToken> {
  const { store, ledger, tokens } = context.services;
  const email = credentials.email.toLowerCase();
  const user = await store.platform("sign-in by e-mail", (db) => findUserByEmail(db, email));
  const isUsable = user !== undefined && user.is_active === 1;
  const isRight = await checkPassword(credentials.password, isUsable ? user.password_hash : null);
  if (!isUsable || !isRight) throw new Refusal("invalid_credentials");
  if (user.tenant_id !== context.tenantId) throw new Refusal("tenant_mismatch");
  if (user.org_id !== user.tenant_id) throw new Refusal("inconsistent_account");
  const issued = await store.write(user.tenant_id, async (tx) => {
    // Again, under the write's lock: the user may have been deactivated, or its role changed, while bcrypt ran.
    const current = await findUser(tx, user.id);
    if (current === undefined || current.is_active !== 1) throw new Refusal("invalid_credentials");
    const token = await tokens.issueUser(tx, { id: current.id, role: current.role });
    await appendOperatorRow(ledger, tx, {
      action: "user_login",
      requestId: context.requestId,
      actor: `user:${current.id}`,
      role: current.role,
      fields: { user_id: current.id, jti: token.jti },
    });
    return token;
  });
  ledger.notifyAppended(user.tenant_id);
  return issued;
}
