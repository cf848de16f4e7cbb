// Passwords in commands, in elements, and behind the word for one in other languages; and texts that only look so.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

/** Redacted whole, and as a stream in two pieces at every place: the same each time, and again. */
function masked(text: string): string {
  const out = redact(text).value as string;
  expect(redact(out).value).toBe(out);
  for (let cut = 0; cut <= text.length; cut += 1) {
    const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
    expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(out);
  }
  return out;
}

const PASSWORD = "[REDACTED:PASSWORD]";

describe("a password is redacted", () => {
  it.each([
    ["app --password s3cret --host x", `app --password ${PASSWORD} --host x`],
    ["app --password=hunter", `app --password=${PASSWORD}`],
    ["app --db-password 'correct horse' -v", `app --db-password '${PASSWORD}' -v`],
    ["docker login --username bob --password hunter2", `docker login --username bob --password ${PASSWORD}`],
    ["tool --token k3yValue99xZ run", "tool --token [REDACTED:API_KEY] run"],
    ["mysql -u root -p'hunter two' shop", `mysql -u root -p'${PASSWORD}' shop`],
    ["/usr/bin/mysqldump -phunter shop > x.sql", `/usr/bin/mysqldump -p${PASSWORD} shop > x.sql`],
    ['docker exec db mariadb -uroot -p"a;b&c d"', `docker exec db mariadb -uroot -p"${PASSWORD}"`],
    ["sshpass -p hunter ssh bob@host", `sshpass -p ${PASSWORD} ssh bob@host`],
    ["curl -u bob:hunter https://x.example", `curl -u bob:${PASSWORD} https://x.example`],
    ["curl -s --user 'bob:hunter two' x.example", `curl -s --user 'bob:${PASSWORD}' x.example`],
    ["run `curl -u bob:pass x`", `run \`curl -u bob:${PASSWORD} x\``],
    ["redis-cli -h cache -a hunter2! ping", `redis-cli -h cache -a ${PASSWORD} ping`],
    ["ldapsearch -D cn=admin -w 'hunter two' -b dc=x", `ldapsearch -D cn=admin -w '${PASSWORD}' -b dc=x`],
    ["sqlcmd -S srv -U sa -P hunter2! -Q x", `sqlcmd -S srv -U sa -P ${PASSWORD} -Q x`],
    ["az login -u bob -p hunter2 --tenant t", `az login -u bob -p ${PASSWORD} --tenant t`],
    ["openssl enc -aes-256-cbc -pass pass:hunter2Two!", `openssl enc -aes-256-cbc -pass pass:${PASSWORD}`],
    ["openssl rsa -in k.pem -passin pass:hunter", `openssl rsa -in k.pem -passin pass:${PASSWORD}`],
    [
      "openssl pkcs12 -export -passout 'pass:hunter two' -in k",
      `openssl pkcs12 -export -passout 'pass:${PASSWORD}' -in k`,
    ],
    ['<property name="db.password">hunter2</property>', `<property name="db.password">${PASSWORD}</property>`],
    ["<entry key='apiKey'>k3yValue99xZ</entry>", "<entry key='apiKey'>[REDACTED:API_KEY]</entry>"],
    ["<user>bob</user><password>hunter2</password>", `<user>bob</user><password>${PASSWORD}</password>`],
    ["<s:Password>p@ssword</s:Password>", `<s:Password>${PASSWORD}</s:Password>`],
    ["<apiKey>k3yValue99xZ</apiKey>", "<apiKey>[REDACTED:API_KEY]</apiKey>"],
  ])("in a command or an element: %s", (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it.each([
    "密码：",
    "请使用密码: ",
    "密碼＝",
    "口令：「",
    "password：",
    "パスワード：",
    "비밀번호: ",
    "Passwort： ",
    "Mot de passe : ",
    "contraseña: ",
    "Senha = ",
    "hasło: ",
    "Пароль: ",
    "mật khẩu: ",
    "kata sandi: ",
    "şifre: ",
    "wachtwoord: ",
    "lösenord: '",
    "heslo: ",
    "jelszó: ",
    "salasana: ",
    "κωδικός: ",
    "كلمة المرور: ",
    "סיסמה: ",
    "รหัสผ่าน: ",
    "पासवर्ड: ",
  ])("behind its word: %s", (before) => {
    expect(masked(`a. ${before}hunter2!x, b`)).toBe(`a. ${before}${PASSWORD}, b`);
  });

  it.each([
    ["パスワードは", "です。"],
    ["密码是", "请勿外传"],
    ["비밀번호는 ", "입니다"],
  ])("in a sentence that goes on without a space: %s…%s", (before, behind) => {
    expect(masked(`${before}Hunter2!x${behind}`)).toBe(`${before}${PASSWORD}${behind}`);
    expect(masked(`${before}abc123${behind}`)).toBe(`${before}abc123${behind}`);
  });
});

describe("no password is seen", () => {
  it.each([
    "use --password to set it, or `--password` option2000 and --password-stdin",
    "  --password string   the password; --password <value>, --password $PW, --password --host db1",
    "--password your own password, --token limit of the model",
    "docker run --name mysql -p3306:3306 mysql; docker run mysql -p 8080:80",
    "grep -a hunter2! x | redis-cli -n 2; xargs -a hosts2 -P 4; docker run -w /srv2/app; ls -w 120",
    '<label for="password">Password2</label> <th id="api_key">API key of 2026</th> the test pass: 12 of 14, pass=ok',
    "mkdir -p a1b2c3 && cp -pr mysql && ssh -p2222 host",
    "mysql -u root -p shop; mysql -p$PASSWORD shop; mysql -p\nnext",
    "docker run -u 1000:1000 image; git push -u origin:main; sort -u a:bcdef",
    "curl -u $USER:$PASS x; curl -u bob x; curl -U; curl -u bob:<password> x; curl -u user:password x",
    "<password>Passwort</password><password>Your password</password><password>$DB1_PASSWORD</password>",
    "<password>min-8-signs and digits1</password><password>abc123<b>",
    "<label>password1</label> a<password>b1c2d3e",
    "openssl rsa -passin env:hunter -in k; openssl rsa -passin pass:$PW; cat pass:hunter",
    "密码：8-16位，密码：请输入8位以上数字 密码：https://x1.example/reset 密码：abc123格式",
    "Passwort vergessen? Mot de passe : oublié, senha: obrigatória, пароль: обязателен",
    "şifre: unuttum; mật khẩu: không; contraseña: 2024; 密码：重置",
    "xsenha: a1b2c3d4, masterparola: a1b2c3",
  ])("%s", (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe("several commands beside each other", () => {
  const LONG = "Q7".repeat(35);
  const parts = fc.constantFrom(
    ...[
      "mysql ",
      "mysqldump -u root ",
      "mysql.exe ",
      " -p",
      "-p",
      "sshpass -p ",
      "curl -u ",
      "a:",
      " -u a:",
      "--password ",
    ],
    ...[
      "secr3t",
      "hunter2",
      "abcd",
      `mysql -p${LONG}`,
      ` -p${LONG}`,
      `a:${LONG}`,
      "anna@example.com",
      "4111111111111111",
    ],
    ...[
      "+49 30 1234567",
      "password=",
      "password: ",
      "[REDACTED:PASSWORD]",
      "[REDACTED:PASSWORD:er2x]",
      "[]",
      "://u:",
      "@h",
    ],
    ...[" ", "'", '"', "\n", "|", ";", "-", "x"],
  );
  const text = fc.array(parts, { maxLength: 8 }).map((words) => words.join(""));
  const kinds = DEFAULT_REDACTION_POLICY.kinds;
  const policies = fc.constantFrom<RedactionPolicy>(
    DEFAULT_REDACTION_POLICY,
    { kinds: { ...kinds, password: "drop" } },
    { kinds: { ...kinds, password: "last_four", email: "drop" } },
  );

  it("redacted twice are as redacted once", () => {
    fc.assert(
      fc.property(text, policies, (value, policy) => {
        const once = redact(value, policy).value as string;
        expect(redact(once, policy).value).toBe(once);
      }),
      { numRuns: 5000 },
    );
  });

  it("hold no password of each other's line", () => {
    expect(masked(`mysql -p${LONG} -p${LONG} mysql -psecr3t`)).toBe(
      `mysql -p${PASSWORD} -p${LONG} mysql -p${PASSWORD}`,
    );
    expect(masked("sshpass -p mysql sshpass -p hunter2")).toBe(`sshpass -p ${PASSWORD} sshpass -p ${PASSWORD}`);
  });
});
