// What the program says of itself.

import { SETTINGS_HELP } from "./config.js";

export const HELP = `The Portcullis control plane: decides calls of tools, keeps the audit chain, bills and serves the API.

Usage: node packages/control-plane/dist/main.js [option]
  Without an option it serves until SIGTERM or SIGINT, and prints one line of JSON when it is ready.

Options, each a job that ends by itself and prints one line of JSON:
  --bootstrap         makes the first tenant; reads {"tenantId": …, "tenantName": …, "emailDomain": …}
  --migrate           brings the database up to this version
  --migration-status  lists migrations, those that are pending too
  --rotate-keys       makes a new key that signs rows
  --confirm-chain     lets a halted chain go on; reads {"tenantId": …, "actor": …, "reason": …}
  --replay-usage      tries a usage event again that had failed; reads {"tenantId": …, "auditId": …}
  --help, -h          this
  --version           the version
  What a job reads is one JSON object on standard input.

Settings, environment variables:
${SETTINGS_HELP}

Example:
  DATABASE_URL=postgres://portcullis@db.internal/portcullis PORTCULLIS_MASTER_KEY=… \\
    PORTCULLIS_PUBLIC_NAMES=portcullis.example.com node packages/control-plane/dist/main.js

Exit codes: 0 done, or stopped by a signal; 2 wrong options or settings; 1 anything else. More: docs/operating.md
`;
