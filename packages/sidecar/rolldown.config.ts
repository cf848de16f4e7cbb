import { programBuild } from "../../rolldown.shared.js";

export default programBuild({
  main: "src/main.ts",
  index: "src/index.ts",
  "detection-worker": "../edge/src/inspection/detection-worker.ts",
});
