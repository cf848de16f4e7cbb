// Code that says where a secret is read from: it stays as it is, so that agents can read and change it.
import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";

const masked = (text: string): string => redact(text).value as string;
const EXPRESSIONS = [
  "settings.DB_PASSWORD",
  "process.env.DB_PASSWORD_2",
  "process.env.DB_PASSWORD!",
  "self._password2",
  "req.body.password",
  "credentials?.password",
  "this.form.password.value",
  'os.environ["DB_PASSWORD_2"]',
  'config["password"]',
  "creds[0]",
  "certs[0][2]",
  "creds[1].password",
  "options[:password]",
  "typing.Optional[bytes]",
  "z.string().min(8)",
  "Joi.string().min(8).max(64)",
  "hash_sha256(pw1)",
  "hashlib.sha256(pw1).hexdigest()",
  "base64.b16encode(raw2)",
  "Uint8Array",
  "SHA256",
  ":symbol_2",
];
const PLACES = [
  "connect(host=h, password=|)",
  "password=|\n",
  "client = Client(user, password: |)",
  "  password: |,\n",
  '{"password": |}',
  "let password = |;",
  "auth_token=|\n",
  "api_key: |,",
];

const NAMES = ["key_password", "db_password2", "userPassword1", "auth_token2", "client_secret_01"];

describe("an expression of code", () => {
  it("is no password or key where it is the name again", () => {
    for (const name of NAMES) expect(masked(`f(${name}=${name}, x)`)).toBe(`f(${name}=${name}, x)`);
  });

  it("is no password or key, wherever it stands in place of one", () => {
    for (const place of PLACES) {
      for (const expression of EXPRESSIONS) {
        const text = place.replace("|", expression);
        expect(masked(text)).toBe(text);
      }
    }
  });

  it("is one in quotation marks, and so is what only looks like one", () => {
    for (const value of ['"settings.DB_PASSWORD_2"', "'self.pass2'"])
      expect(masked(`password=${value}`)).toBe(`password=${value[0]}[REDACTED:PASSWORD]${value[0]}`);
    for (const value of ["hunter2.summer", "correct.horse.9battery", "a1b2c3[4]5", "Zx9!vb.Qwerty"])
      expect(masked(`DB_PASSWORD=${value}\n`)).toBe("DB_PASSWORD=[REDACTED:PASSWORD]\n");
  });

  it("is no key where an address stands behind its name", () => {
    for (const name of ["Bearer ", "`RFC6749#Token`: ", "secret: "]) {
      const text = `- ${name}https://tools.example.org/html/rfc6749#section-3.2\n`;
      expect(masked(text)).toBe(text);
    }
  });
});
