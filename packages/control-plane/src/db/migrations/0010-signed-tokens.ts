// Which signing secret a token is of, so that those of a secret that was replaced can be ended, whoever issued them.

import type { Migration } from "./migration.js";

export const signedTokens: Migration = {
  name: "0010-signed-tokens",
  statements: () => [
    "alter table tokens add column signed_by text",
    // What said before which secret the deployment had used last.
    "delete from secrets where name = 'token_signing_used'",
  ],
};
