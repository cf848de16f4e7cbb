// The migrations, oldest first. Add at the end; never change, reorder or remove one.

import { createIdentityTables } from "./0001-tables.js";
import { createLedgerTables } from "./0002-ledger.js";
import { guardTables } from "./0003-guards.js";
import { addToolDefinitions } from "./0004-tool-definitions.js";
import { addFirstDefinitions } from "./0005-first-definitions.js";
import { leanIndexes } from "./0006-lean-indexes.js";
import { addApprovedCosts } from "./0007-approved-costs.js";
import { boundedLooks } from "./0008-bounded-looks.js";
import { keptEdges } from "./0009-kept-edges.js";
import { signedTokens } from "./0010-signed-tokens.js";
import { ranges } from "./0011-ranges.js";
import { foldedNames } from "./0012-folded-names.js";
import { signalMinutes } from "./0013-signal-minutes.js";
import { answerCodes } from "./0014-answer-codes.js";
import { keptBytes } from "./0015-kept-bytes.js";
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [
  createIdentityTables,
  createLedgerTables,
  guardTables,
  addToolDefinitions,
  addFirstDefinitions,
  leanIndexes,
  addApprovedCosts,
  boundedLooks,
  keptEdges,
  signedTokens,
  ranges,
  foldedNames,
  signalMinutes,
  answerCodes,
  keptBytes,
];
