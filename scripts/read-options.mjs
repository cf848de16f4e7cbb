/** Reads the command lines of scripts, so that each says how it is called and refuses what it does not know. */
import { parseArgs } from "node:util";

/**
 * The values of `options`, by name. An option is one of `parseArgs`, may have `choices`, or is of the type `"integer"` with
 * the `least` that is taken. `--help` prints `usage` and ends the process with 0; what is wrong is told on standard error,
 * `usage` after it, and ends it with 2.
 */
export function readOptions(usage, options = {}) {
  const named = Object.entries(options);
  const known = named.map(([name, option]) => [name, option.type === "boolean" ? option : asText(option)]);
  try {
    const { values } = parseArgs({
      options: { help: { type: "boolean", short: "h" }, ...Object.fromEntries(known) },
    });
    if (values.help) {
      console.log(usage);
      process.exit();
    }
    return Object.fromEntries(named.map(([name, option]) => [name, readValue(name, option, values[name])]));
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const asText = (option) => ({
  type: "string",
  ...(option.default === undefined ? {} : { default: String(option.default) }),
});

function readValue(name, { type, least, choices }, value) {
  if (value === undefined) return undefined;
  if (choices !== undefined && !choices.includes(value)) {
    throw new Error(`--${name} takes ${choices.join(" or ")}, not '${value}'.`);
  }
  if (type !== "integer") return value;
  if (!/^\d+$/.test(value) || Number(value) < least) {
    throw new Error(`--${name} takes a whole number from ${least}, not '${value}'.`);
  }
  return Number(value);
}
