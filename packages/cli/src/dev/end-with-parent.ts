// Preloaded into dev's children: when the channel to dev breaks, because dev was killed, the child stops as if asked to.

const { channel } = process;
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// The channel alone must not keep a child alive that has nothing left to do.
channel?.unref();
