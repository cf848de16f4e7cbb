// Whether a value under a key that speaks of a secret is one. Words of a form, rows of stars and prose are none.
import type { KeyMeaning } from "./key-meaning.js";
import type { RedactionKind } from "./policy.js";

const MOST_PASSWORD_WORDS = 6;
const SHORTEST_LIKELY_PASSWORD = 6;
const SHORTEST_SECRET = 8;
const SHORTEST_LIKELY_SECRET = 12;
const STARS = /^[*•x.]*$/;
const SCHEME = /^(?:Bearer|Basic|Token) /i;

/** The kind of the value that its key's meaning makes secret; undefined for others. */
export function secretKindOf(
  text: string,
  meaning: KeyMeaning,
  wants: Readonly<Record<RedactionKind, boolean>>,
): RedactionKind | undefined {
  switch (meaning) {
    case "password":
      return wants.password && text.split(" ").length <= MOST_PASSWORD_WORDS && !STARS.test(text)
        ? "password"
        : undefined;
    case "likely_password":
      return wants.password && isLikelyPassword(text) ? "password" : undefined;
    case "secret":
    case "likely_secret":
      return wants.api_key && isSecret(text.replace(SCHEME, ""), meaning === "secret") ? "api_key" : undefined;
    default:
      return undefined;
  }
}

function isLikelyPassword(text: string): boolean {
  const isOneWord = text.length >= SHORTEST_LIKELY_PASSWORD && !/\s/.test(text) && !STARS.test(text);
  return isOneWord && ((/\d/.test(text) && /\p{L}/u.test(text)) || /[^\p{L}\p{M}\d_.:-]/u.test(text));
}

function isSecret(value: string, isCertain: boolean): boolean {
  if (value.includes(" ") || STARS.test(value)) return false;
  if (isCertain) return value.length >= SHORTEST_SECRET && /[0-9A-Z]/.test(value);
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  return value.length >= SHORTEST_LIKELY_SECRET && isMixed && !/^[a-z]+(?:[_.-][a-z]+)*\d?$/.test(value);
}
