// The sidecar as a library: for `portcullis dev` and for tests.

export { readSidecarConfig, readToolsFile, type SidecarConfig } from "./config.js";
export { type Sidecar, startSidecar } from "./sidecar.js";
