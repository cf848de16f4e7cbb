import { programBuild } from "../../rolldown.shared.js";

export default programBuild({
  main: "src/main.ts",
  index: "src/index.ts",
  "control-plane-job": "src/dev/control-plane-job.ts",
  "end-with-parent": "src/dev/end-with-parent.ts",
});
