// What the program says of itself.

import { SETTINGS_HELP } from "./config.js";

export const HELP = `The Portcullis sidecar: governs the tool calls of agents on this machine, over HTTP and MCP.

Usage: node packages/sidecar/dist/main.js
  Prints one line of JSON when it is ready, and serves until SIGTERM or SIGINT.

Options:
  --help, -h  this
  --version   the version

Settings, environment variables:
${SETTINGS_HELP}

Example:
  PORTCULLIS_CONTROL_PLANE_URL=https://portcullis.example.com PORTCULLIS_API_KEY_FILE=/run/secrets/portcullis-key \\
    PORTCULLIS_TOOLS_FILE=/etc/portcullis/tools.json node packages/sidecar/dist/main.js

Exit codes: 0 stopped by a signal, 2 not started, 1 anything else. More: docs/operating.md
`;
