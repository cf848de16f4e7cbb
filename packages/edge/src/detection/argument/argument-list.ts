// A command whose words stand apart, as programs are started without a shell: `["rm", "-rf", "/"]`, or a name beside its
// list of arguments. No single string of it would be a finding.

/** Lists with more words, or longer ones, are no command that anyone wrote. */
const MOST_WORDS = 64;
const MOST_CHARACTERS = 4096;
const WHOLE_KEY = /^(?:argv|cmd|command|exec|run|entrypoint)$/i;
const NAME_KEY = /^(?:cmd|command|program|executable|exec|binary|bin)$/i;
const REST_KEY = /^(?:args?|argv|arguments|params|parameters)$/i;

/** The command line that a list under `key`, or an object with a name and a list, stands for; undefined for others. */
export function commandLineOf(value: object, key: string): string | undefined {
  if (Array.isArray(value)) return WHOLE_KEY.test(key) ? joinWords(value) : undefined;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>).slice(0, MOST_WORDS);
  const name = entries.find(([each, word]) => typeof word === "string" && NAME_KEY.test(each))?.[1];
  const rest = entries.find(([each, words]) => Array.isArray(words) && REST_KEY.test(each))?.[1];
  return name === undefined || rest === undefined ? undefined : joinWords([name, ...(rest as readonly unknown[])]);
}

function joinWords(words: readonly unknown[]): string | undefined {
  if (words.length < 2 || words.length > MOST_WORDS) return undefined;
  if (!words.every((word) => typeof word === "string")) return undefined;
  const line = words.join(" ");
  return line.length > MOST_CHARACTERS ? undefined : line;
}
