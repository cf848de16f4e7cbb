import { packageBuild } from "../../tsup.shared.js";

// Detection is hundreds of small files, and every program reads it at its start. The second entry is for scripts/linear.
export default packageBuild({ folder: "detection", entries: ["index", "linear/features"] });
