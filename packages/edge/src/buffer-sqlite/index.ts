// `@portcullis/edge/buffer-sqlite`: where a sidecar or an embedding process keeps its records until they are acknowledged.
export {
  type BufferCounts,
  DEFAULT_BUFFER_BYTES,
  openRecordBuffer,
  type RecordBuffer,
  RecordBufferError,
  type RecordBufferErrorCode,
  type RecordBufferOptions,
  type StoredRecord,
} from "./record-buffer.js";
