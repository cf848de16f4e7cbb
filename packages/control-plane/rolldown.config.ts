import { programBuild } from "../../rolldown.shared.js";

export default programBuild({
  main: "src/main.ts",
  index: "src/index.ts",
  "detection-worker": "../edge/src/inspection/detection-worker.ts",
  "verify-worker": "src/ledger/verify-worker.ts",
  "sqlite-checkpoint-worker": "src/db/dialects/sqlite-checkpoint-worker.ts",
});
