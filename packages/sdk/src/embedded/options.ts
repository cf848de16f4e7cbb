// How an embedded edge is set up.

import type { McpServer } from "@portcullis/edge";
import type { FunctionTool } from "./function-tools.js";

interface EmbeddedSettings {
  readonly controlPlaneUrl: string;
  /** A key with the scope `edge`. */
  readonly apiKey: string;
  /** A folder of this process alone, for records that the control plane has not acknowledged. */
  readonly folder: string;
  /** Tools that are functions of this process, by name. */
  readonly functions?: Readonly<Record<string, FunctionTool>>;
  /** HTTP tools, as in a tools file. */
  readonly tools?: readonly unknown[];
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  /** Lets HTTP tools be on loopback or private networks. */
  readonly allowPrivateTools?: boolean;
  /** Deadline of the decision stages; 1,500 ms unless set. */
  readonly decisionTimeoutMs?: number;
  /** Told of a record that the control plane refused: it stays in the folder and is not sent again. A warning unless set. */
  readonly onRecordSetApart?: (recordId: string, reason: string) => void;
}

/** How calls are signed in: an agent's credentials, renewed as needed, or a token that the caller manages. */
export type EmbeddedOptions = EmbeddedSettings &
  (
    | { readonly agent: { readonly id: string; readonly secret: string } }
    | { readonly accessToken: string; readonly agentId: string }
  );
