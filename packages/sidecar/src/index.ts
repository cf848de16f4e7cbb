// The sidecar as a library: for `portcullis dev` and for tests.

export { readSidecarConfig, type SidecarConfig } from "./config.js";
export { type Sidecar, startSidecar } from "./sidecar.js";
