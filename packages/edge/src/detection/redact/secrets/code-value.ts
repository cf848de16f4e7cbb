// What stands for a secret in code and is none: `password=settings.DB_PASSWORD`, `api_key: process.env.KEY_2`, `password=cfg["db"]`,
// `password: z.string().min(8)`, `password: Uint8Array`.

/** Names joined by dots, and items in brackets, the last of which a quotation mark or bracket may cut off. */
const SIGNS = /^[A-Za-z_$][\w$.:?![\]]*$/;
/** What such signs spell and code does not: a dot before no name, a bracket with a word behind it, and the like. */
const ODD = /\.(?![A-Za-z_$])|[?!](?!\.|$)|(?<!\[):|\](?![.[?!]|$)/;
/** What programs call that which holds their settings, arguments and objects. */
const HOLDER =
  /^(?:self|this|process|os|env|environ|config|cfg|conf|settings|args|argv|opts?|options|params|req|request|res|resp|response|ctx|context|props|state|form|data|body|kwargs|creds?|credentials|secrets|vars?|local|module|app|event|inputs?|values|url|uri|conn|session|model|window|document|user|account|auth|payload|json|row|record|item|obj|result|github|steps|needs)[.?!]/;
const NAMES_SECRET = /(?:pass(?:w(?:or)?d|phrase)?|pwd|pw|secret|token|key|value)[?!]?$/i;
/** A call of a function whose name is made of several: `hash_sha256(pw1)`, `hashlib.md5(pw)`. */
const CALL = /^(?=[^(]*[a-z\d][._])[A-Za-z_$][\w$.]*\(/;
/** Types and ways of hashing that have digits in their names. */
const TYPE =
  /^(?:(?:big)?u?int(?:8|16|32|64)(?:array|_t)?|n?varchar2|utf-?8|base64|sha-?(?:1|224|256|384|512)|md5|argon2(?:id?|d)?|pbkdf2)$/i;

/** Whether a value without quotation marks is an expression that leads to one, or says what it is made of. */
export function isCodeValue(value: string): boolean {
  if (CALL.test(value) || TYPE.test(value)) return true;
  if (!SIGNS.test(value) || ODD.test(value)) return false;
  return value.includes("[") || (value.includes(".") && (HOLDER.test(value) || NAMES_SECRET.test(value)));
}
