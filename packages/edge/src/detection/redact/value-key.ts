// The key that a value stands under, and what it takes from the keys above and the labels beside it: in
// {"password": {"value": …}} and {"name": "password", "value": …} the value is a password, in {"password": {"hint": …}} it is not.
import { type KeyMeaning, meaningOfKey, normaliseKey } from "./key-meaning.js";

export interface ValueKey {
  readonly name: string;
  readonly meaning: KeyMeaning;
  /** What an object here is for its members. */
  readonly below: Below;
}

/** The meaning that members may take on; in a map all do that do not describe it, in a record those that are its value. */
interface Below {
  readonly meaning: KeyMeaning | "token";
  readonly isMap: boolean;
}

const NOTHING: Below = { meaning: "", isMap: false };
/** The key of a value that stands under none. */
export const NO_KEY: ValueKey = { name: "", meaning: "", below: NOTHING };

/** Members that are what the object is about. */
const VALUE = /^(?:value|plain|plain_?text|clear_?text|raw|number|no|digits|formatted|e_?164|international|national)$/;
/** Members that are a secret or password when the object is one; they may be labels of a form as well. */
const SECRET_VALUE =
  /^(?:current|old|new|previous|next|data|string_?data|secret|key|token|content|main|primary|secondary|backup|live|prod|production|staging|stage|dev|development|test|admin|root)$/;
/** Members that tell of a secret, and are none. */
const DESCRIBES =
  /(?:^|_)(?:type|format|title|names?|labels?|descriptions?|desc|placeholder|messages?|errors?|hints?|help|tooltip|info|notes?|comments?|policy|policies|rules?|pattern|regex|min|max|length|strength|score|required|optional|enabled|disabled|valid|defaults?|enum|examples?|algorithm|alg|encoding|rotation|rotated|expiry|expiration|ttl|age|last|used|status|state|roles?|scopes?|permissions?|owner|email|username|provider|issuer|namespace|kind|url|uri|href|links?|path|paths|file|filename|arn|region|project|environment|env|prefix|suffix|source|visibility|location|store|backend|engine|tags?|object|schema|autocomplete|input|field|column|property|properties|items|mode|method|usage|plan|tier|service|app|application|host|domain|date|by|on|in|question)(?:_|$)/;
/** Members that say what their neighbour is, and the neighbour. */
const LABEL = /^(?:name|key|variable|field|label|type|kind|header|system)$/i;
const LABELLED = /^value$/i;
/** Members that name whose password stands behind them. */
const ACCOUNT = /^(?:user|user_?name|user_?id|uid|login|login_?name|account|account_?name|e_?mail)$/;
const LONGEST_LABEL = 80;
const LONGEST_ACCOUNT = 12;
/** Members that may stand between a value and its label, and how long one may be. */
export const MOST_BETWEEN = 8;
const LONGEST_BETWEEN = 1024;
const TOKENS = /(?:^|_)(?:tokens?|credentials?)$/;
const PLURAL = /(?:s|en)$/;

const keys = new Map<string, ValueKey>();
const MOST_KEYS = 2000;

/** The key of a member of an object that stands under `above`. */
export function keyBelow(above: ValueKey, name: string): ValueKey {
  const own = keyOf(name);
  const { meaning, isMap } = above.below;
  if (meaning === "" || isSecret(own.meaning) || name.length > LONGEST_LABEL) return own;
  const plain = normaliseKey(name);
  if (meaning === "token") {
    const joined = meaningOfKey(`${plain}_token`);
    return joined === "secret" ? { ...own, meaning: joined } : own;
  }
  const isValue = VALUE.test(plain);
  if (isSecret(meaning)) {
    const isOfMap = isMap && own.meaning === "" && !DESCRIBES.test(plain);
    if (!isValue && !isOfMap && !SECRET_VALUE.test(plain)) return own;
    return { name, meaning: isValue ? meaning : likely(meaning), below: { meaning, isMap: true } };
  }
  if (isValue) return { name, meaning, below: above.below };
  // {"phone": {"home": {"number": …}}}
  return own.meaning === "" && own.below.meaning === "" ? { ...own, below: above.below } : own;
}

/** The key of a list's items: objects among them are records, whatever the list is called. */
export function keyOfItems(list: ValueKey): ValueKey {
  return list.below.isMap ? { ...list, below: { ...list.below, isMap: false } } : list;
}

/** What string members of an object say of those behind them. */
export interface Beside {
  /** What the member `value` is. */
  readonly label: string | undefined;
  /** Whether they name an account, so that a member `pass` is its password. */
  readonly isAccount: boolean;
}

export const NOTHING_BESIDE: Beside = { label: undefined, isAccount: false };

/** What is said once a string member has been read, too. */
export function besideAfter(before: Beside, name: string, text: string): Beside {
  if (text.length > LONGEST_LABEL) return before;
  // {"name": "password", "type": "string", "value": …}
  if (LABEL.test(name)) return saysSomething(text) ? { ...before, label: text } : before;
  return !before.isAccount && name.length <= LONGEST_ACCOUNT && ACCOUNT.test(normaliseKey(name))
    ? { ...before, isAccount: true }
    : before;
}

/** Whether a string member is one whose label may still come: {"value": …, "name": "password"}. */
export function awaitsLabel({ label }: Beside, key: ValueKey, text: string): boolean {
  return label === undefined && LABELLED.test(key.name) && !isSecret(key.meaning) && staysBetween(key.name, text);
}

/** Whether a member may stand between a value and its label: nothing long, and nothing with members of its own. */
export function staysBetween(name: string, value: unknown): boolean {
  if (name.length > LONGEST_LABEL) return false;
  return typeof value === "string" ? value.length <= LONGEST_BETWEEN : value === null || typeof value !== "object";
}

/** Whether a string member is the label of a value before it. */
export function isLabel(name: string, text: unknown): text is string {
  return typeof text === "string" && LABEL.test(name) && saysSomething(text);
}

/** Whether a name has a meaning that a value could take on from it. */
export function saysSomething(name: string): boolean {
  const { meaning } = keyOf(name);
  return meaning !== "" && meaning !== "identifier";
}

/** The key of what stands in a column of this name. */
export function columnKey(name: string): ValueKey {
  return keyOf(name);
}

/** The key of what stands below this name in a list of lists, whose first may be a header or may be none. */
export function headedKey(name: string): ValueKey {
  const { meaning } = keyOf(name);
  const own = meaning === "password" ? "likely_password" : meaning === "secret" ? "likely_secret" : "";
  return { name, meaning: own, below: NOTHING };
}

/** The key of a string member, behind what stood before it in the object. */
export function keyBeside({ label, isAccount }: Beside, key: ValueKey): ValueKey {
  if (isAccount && key.meaning === "pass") return { ...key, meaning: "account_password" };
  if (label === undefined || !LABELLED.test(key.name) || isSecret(key.meaning)) return key;
  return saysSomething(label) ? { ...key, meaning: likely(keyOf(label).meaning) } : key;
}

function keyOf(name: string): ValueKey {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const meaning = meaningOfKey(name);
  const below = belowOf(name, meaning);
  const key = { name, meaning, below };
  if (keys.size >= MOST_KEYS) keys.clear();
  if (name.length <= LONGEST_LABEL) keys.set(name, key);
  return key;
}

function belowOf(name: string, meaning: KeyMeaning): Below {
  if (name.length > LONGEST_LABEL) return NOTHING;
  if (meaning === "likely_secret" || TOKENS.test(normaliseKey(name))) return { meaning: "token", isMap: false };
  if (meaning === "" || meaning === "identifier" || meaning === "pass") return NOTHING;
  return { meaning, isMap: PLURAL.test(name) };
}

function isSecret(meaning: KeyMeaning | "token"): boolean {
  return meaning === "password" || meaning === "secret";
}

/** A meaning that the value has to bear out. */
function likely(meaning: KeyMeaning): KeyMeaning {
  return meaning === "password" ? "likely_password" : meaning;
}
