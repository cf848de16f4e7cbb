// Secrets and numbers that the keys above or a label beside name, in whole values, in strings and in streams; and members that
// only describe a secret, count tokens, or label the fields of a form.
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "./policy.js";
import { redact } from "./redact.js";
import { createJsonRedactor } from "./streams/json-redactor.js";

const SECRET = "k3y-Value-99xZ";
const PASSWORD = "[REDACTED:PASSWORD]";
const API_KEY = "[REDACTED:API_KEY]";
const PHONE = "[REDACTED:PHONE]";

/** Redacted whole, as a document in a string, and as a stream of JSON in two pieces: the same each time. */
function redacted(value: unknown): unknown {
  const whole = redact(value).value;
  const text = JSON.stringify(value);
  expect(redact(whole).value).toEqual(whole);
  const stream = createJsonRedactor(DEFAULT_REDACTION_POLICY);
  const half = text.length >> 1;
  expect(JSON.parse(stream.push(text.slice(0, half)) + stream.push(text.slice(half)) + stream.end())).toEqual(whole);
  expect(JSON.parse(redact(text).value as string)).toEqual(whole);
  return whole;
}

describe("a value below or beside the name of a secret is one", () => {
  const cases: readonly (readonly [unknown, unknown])[] = [
    [{ password: { value: "hunter2" } }, { password: { value: PASSWORD } }],
    [{ password: { value: "correct horse battery" } }, { password: { value: PASSWORD } }],
    [
      { user: { password: { current: "hunter2x", new: "s3cret" } } },
      { user: { password: { current: PASSWORD, new: PASSWORD } } },
    ],
    [{ db_password: { prod: "hunter2x", staging: "a1b2c3" } }, { db_password: { prod: PASSWORD, staging: PASSWORD } }],
    [{ passwords: { alice: "hunter2x", bob: "p@ssword" } }, { passwords: { alice: PASSWORD, bob: PASSWORD } }],
    [{ passwords: [{ value: "hunter2" }, "letmein"] }, { passwords: [{ value: PASSWORD }, PASSWORD] }],
    [{ api_keys: { main: SECRET, backup: SECRET } }, { api_keys: { main: API_KEY, backup: API_KEY } }],
    [{ apiKeys: { acme: { eu: SECRET } } }, { apiKeys: { acme: { eu: API_KEY } } }],
    [{ secrets: [SECRET, "Zyxw9876"] }, { secrets: [API_KEY, API_KEY] }],
    [{ secrets: [{ name: "a", value: SECRET }] }, { secrets: [{ name: "a", value: API_KEY }] }],
    [{ secret: { data: { "tls.crt": SECRET } } }, { secret: { data: { "tls.crt": API_KEY } } }],
    [{ client_secret: { raw: SECRET } }, { client_secret: { raw: API_KEY } }],
    [{ tokens: { access: SECRET, refresh: SECRET } }, { tokens: { access: API_KEY, refresh: API_KEY } }],
    [
      { token: SECRET, bot_token: SECRET },
      { token: API_KEY, bot_token: API_KEY },
    ],
    [{ env: [{ name: "DB_PASSWORD", value: "hunter2" }] }, { env: [{ name: "DB_PASSWORD", value: PASSWORD }] }],
    [
      { headers: [{ name: "Authorization", value: `Bearer ${SECRET}` }] },
      { headers: [{ name: "Authorization", value: API_KEY }] },
    ],
    [[{ Key: "API_KEY", Value: SECRET }], [{ Key: "API_KEY", Value: API_KEY }]],
    [{ telecom: [{ system: "phone", value: "5551234" }] }, { telecom: [{ system: "phone", value: PHONE }] }],
    [{ phone: { number: "5551234", type: "home" } }, { phone: { number: PHONE, type: "home" } }],
    [{ phones: { home: { number: "5551234" } } }, { phones: { home: { number: PHONE } } }],
    [{ card: { number: "4111111111111111" } }, { card: { number: "[REDACTED:CARD]" } }],
    [
      { user: "bob", pass: "hunter" },
      { user: "bob", pass: PASSWORD },
    ],
    [{ a: [{ email: "bob", host: "h", Pass: "pässword" }] }, { a: [{ email: "bob", host: "h", Pass: PASSWORD }] }],
    [
      { userName: "bob", name: "theme", value: "Dark-1", pass: "s3cr3t" },
      { userName: "bob", name: "theme", value: "Dark-1", pass: PASSWORD },
    ],
    [{ pass: "P@ssw0rd" }, { pass: PASSWORD }],
    [{ pass: "xK9fQ2mLp" }, { pass: PASSWORD }],
    [
      { passWord: "hunter", pass_word: "hunter", passwd: "hunter", pwd: "hunter", passPhrase: "a b" },
      { passWord: PASSWORD, pass_word: PASSWORD, passwd: PASSWORD, pwd: PASSWORD, passPhrase: PASSWORD },
    ],
    [
      { DB_PASS: "hunter", smtpPass: "hunter", ansible_become_pass: "hunter" },
      { DB_PASS: PASSWORD, smtpPass: PASSWORD, ansible_become_pass: PASSWORD },
    ],
    [{ client_secret: "correcthorsebatterystaple" }, { client_secret: API_KEY }],
    [{ secret: "k3yV a1ue b9cd" }, { secret: API_KEY }],
    [{ ssn: { value: "123456789" } }, { ssn: { value: "[REDACTED:US_SSN]" } }],
  ];
  it.each(cases)("%j", (value, expected) => {
    expect(redacted(value)).toEqual(expected);
  });
});

describe("a member that describes a secret, or shares its name, is left alone", () => {
  it.each<[string, unknown]>([
    ["a policy", { password: { min_length: 8, policy: "Upper-Lower-9", max_age_days: 90, require: "digits" } }],
    [
      "policies of several",
      { passwords: { policy: "Strict-2024", min_length: 12, expiry: "90 days", hint: "Pet2 name" } },
    ],
    [
      "a schema",
      {
        properties: {
          password: {
            type: "string",
            format: "password",
            minLength: 8,
            pattern: "^(?=.*[A-Z])",
            description: "Your password",
          },
          secrets: { type: "object", properties: { a: { type: "string" } }, required: ["A1-required-name"] },
          api_key: { $ref: "#/definitions/ApiKey1", title: "The Key", example: "Example-Key-1" },
        },
      },
    ],
    ["labels of a form", { password: { label: "Password", placeholder: "Enter your password", message: "Required!" } }],
    ["texts of buttons", { password: { new: "New password", current: "Current password", value_hint: "8+ signs" } }],
    ["texts by name", { passwords: { reset: "Reset your password", forgot: "Forgot password?", save: "Save" } }],
    [
      "labels by pairs",
      [
        { key: "password", value: "Password" },
        { key: "api_key", value: "API key" },
      ],
    ],
    ["the state of a form", { password: { value: "", valid: false, errors: ["too short"], touched: true } }],
    [
      "records of a secret store",
      {
        secrets: [
          {
            name: "DB_PASSWORD",
            created_at: "2024-01-01T00:00:00Z",
            visibility: "private",
            url: "https://API.example/1",
          },
          { ARN: "arn:aws:secretsmanager:eu-west-1:1234:secret:x", rotation_enabled: true, version: "V2-current" },
        ],
        imagePullSecrets: [{ name: "Regcred-1" }],
        secret: { name: "Db-credentials-1", namespace: "Prod-2", type: "Opaque1234" },
      },
    ],
    [
      "records of keys",
      { api_keys: [{ id: "key_123ABC", label: "Main key", project: "proj_ABC12345", last_used: "Today 10:00" }] },
    ],
    [
      "counts of tokens",
      { tokens: { input: 12, output: 87, total: 99 }, usage: { total_tokens: 99 }, max_tokens: 4096 },
    ],
    [
      "tokens of a text",
      { tokens: ["first", "second", "Washington2024"], token: "Washington", eos_token: "<|endoftext2|>xx" },
    ],
    [
      "tokens of a design",
      { tokens: { color: { primary: "#1a2b3c", shadow: "rgba(10,20,30,0.5)" }, font: "Inter-400-italic" } },
    ],
    [
      "tokens of pages",
      { next_page_token: "CAUQAA1234567", nextToken: "eyAbc1234567890", continuationToken: "1!48!MDAwMDI" },
    ],
    [
      "series of a chart",
      [
        { name: "mobile", value: 1_234_567 },
        { name: "desktop", value: 7_654_321 },
      ],
    ],
    [
      "results of tests",
      { user: "bob", pass: true, tests: [{ pass: "pass" }, { user: "a", pass: "fail" }, { pass: 12 }] },
    ],
    [
      "labels of secrets",
      [
        { client_secret: "Client secret", secret: "Your OAuth2 client secret" },
        { client_secret: "your-client-secret-goes-here", secret: "my-app-secret", webhook_secret: "required" },
        { api_key: "API v2 key", secret: "Use base64 or sha256 digests", secret_key: "undocumented" },
      ],
    ],
    ["results in figures", [{ user: "bob", pass: "8/10" }, { login: "bob", pass: "95.5%" }, { pass: "100/120" }]],
    [
      "tickets and stages",
      [
        { pass: "boarding" },
        { pass: "AB1234XY" },
        { user: "bob", pass: "Season" },
        { pass: { boarding: { number: "AB1234", value: "xK9fQ2mLp" } } },
        { pass: "shadow_2" },
        { pass: "3dRender" },
        { pass: "2024-01-01T10:00:00Z" },
        { boarding_pass: "AB12cd34", test_pass: "yes", bypass: "P@ssw0rd", compass: "N-45E" },
      ],
    ],
    [
      "the account that a member further down belongs to",
      [
        { user: "bob", result: { pass: "hunter" } },
        { user: { name: "bob" }, pass: "hunter" },
      ],
    ],
    [
      "identifiers of a card",
      { card: { id: "4111111111111111", last4: "4242", created: 1_700_000_000, exp_year: 2030 } },
    ],
    [
      "settings",
      [
        { name: "theme", value: "Dark-2024" },
        { key: "region", value: "EU-West-1" },
      ],
    ],
  ])("%s", (_, value) => {
    expect(redacted(value)).toEqual(value);
  });

  it("is one whose name says what of the secret it tells, in any spelling, and the secret beside it is not", () => {
    const secrets = ["password", "secret", "apiKey", "access_token", "client-secret", "private_key"];
    const told = [
      "Name",
      "ExpiresAt",
      "expiry",
      "changed_at",
      "lastUsed",
      "Policy",
      "hint",
      "url",
      "path",
      "type",
      "version",
    ];
    for (const secret of secrets) {
      const joint = secret.includes("-") ? "-" : "_";
      const names = told.flatMap((one) => [
        `${secret}${joint}${one}`,
        `${secret}${one[0]?.toUpperCase()}${one.slice(1)}`,
      ]);
      const described = Object.fromEntries(names.map((name) => [name, "Db-main-2026-12-31T10:00"]));
      const value = { ...described, [secret]: "k3yValue99xZ" };
      expect(redacted(value)).toEqual({ ...described, [secret]: expect.stringMatching(/^\[REDACTED/) });
    }
    expect(redacted({ api_key_id: "key_123ABC", secret_id: "84896a0c-1347-aa90-a4f6-aca8b7558780" })).toEqual({
      api_key_id: "key_123ABC",
      secret_id: "[REDACTED:API_KEY]",
    });
  });

  it("in text as well: a token that says where to go on", () => {
    const text = 'next: {"next_page_token": "CAUQAA1234567"} and pageToken=CAUQAA1234567';
    expect(redact(text).value).toBe(text);
    expect(redact('so: "bot_token": "k3yValue99xZ"').value).toBe('so: "bot_token": "[REDACTED:API_KEY]"');
  });
});
