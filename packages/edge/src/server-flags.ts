// With what Node is started for a program that answers calls all day, by everything here that starts one.

/**
 * Room for what lives as long as a call does. With Node's own 16 MB, calls that are still open are copied by a collection every few
 * dozen calls. It can only be said when Node starts.
 */
export const SERVER_FLAGS: readonly string[] = ["--max-semi-space-size=32"];
