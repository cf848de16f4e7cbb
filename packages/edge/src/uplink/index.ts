// `@portcullis/edge/uplink`: the control plane over HTTP, for the sidecar and the embedded edge.
export { createHttpUplink, type HttpUplink, type HttpUplinkOptions } from "./http-uplink.js";
export type { UplinkCounts } from "./record-flusher.js";
