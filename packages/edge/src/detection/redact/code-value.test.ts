// Code that says where a secret is read from: it stays as it is, so that agents can read and change it.
import { describe, expect, it } from "vitest";
import { redact } from "./redact.js";

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

describe("an expression of code", () => {
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
});
