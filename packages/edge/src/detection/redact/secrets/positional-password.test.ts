// Passwords that commands and statements take by their place or behind an option, and cards in magnetic stripes; and the same commands
// without one.
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
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

/** `@` stands for the password. */
const FORMS = [
  "htpasswd -b /etc/nginx/.htpasswd bob @",
  "htpasswd -nbB bob @",
  "sudo htpasswd -c -b 'my file' bob '@'",
  "net user bob @ /add",
  "C:\\> net user bob @ /domain",
  "net use Z: \\\\srv\\share @ /user:dom\\bob",
  "net use \\\\srv\\share /user:dom\\bob @",
  "wpa_passphrase Home @",
  "rabbitmqctl change_password bob @",
  "samba-tool user create bob @",
  "dscl . -passwd /Users/bob @",
  "aws configure set aws_secret_access_key @ --profile ci",
  "aws configure set profile.ci.aws_session_token '@'",
  "port 6379\nrequirepass @\n",
  "ConvertTo-SecureString '@' -AsPlainText -Force",
  'ConvertTo-SecureString -String "@" -AsPlainText',
  "CREATE USER bob IDENTIFIED BY '@'",
  "ALTER USER 'bob' IDENTIFIED WITH mysql_native_password BY '@';",
  "create user bob identified by @",
  "CREATE LOGIN bob WITH PASSWORD = N'@'",
  "echo @ | passwd --stdin bob",
  "echo 'bob:@' | sudo chpasswd",
  "echo @ | sudo -S apt update",
  "echo '@' | docker login -u bob --password-stdin",
  "smbclient //srv/x -U bob%@",
  "openssl enc -aes-256-cbc -k @ -in a",
  "zip -P @ a.zip a",
  "7z x a.7z -p@",
  "sshpass -p@ ssh bob@host",
  "sqlplus scott/@@orcl",
  "sqlplus -s scott/@",
  "ipmitool -H host -U admin -P @ power status",
  "mongodump -u root -p @ --db shop",
  "plink -ssh bob@host -pw @",
  "gh secret set API_KEY --body '@'",
  "keytool -list -keystore a.jks -storepass @",
  "xfreerdp /u:bob /p:@ /v:host",
  "bob:@@tcp(db:3306)/shop",
  "пароль - @",
  "비밀번호는 @ 입니다",
  "パスワードは@ です",
] as const;

describe("a password is redacted", () => {
  it.each(FORMS)("in %s", (form) => {
    const [before, ...rest] = form.split(/@(?=$|["' \n;@]|tcp)/);
    const after = form.slice((before as string).length + 1);
    expect(rest.length).toBeGreaterThan(0);
    expect(masked(`${before}hunTer2x9q${after}`)).toBe(`${before}[REDACTED:PASSWORD]${after}`);
  });
});

describe("nothing is redacted", () => {
  it.each([
    "htpasswd -c /etc/nginx/.htpasswd bob",
    "htpasswd -D .htpasswd bob",
    "net user bob /delete",
    "net user bob * /add",
    "the net user growth FY2024 was small",
    "net use Z: /delete",
    "net use Z: \\\\srv\\share /persistent:yes",
    "wpa_passphrase Home < secret.txt",
    "rabbitmqctl list_users",
    "aws configure set region eu-central-1",
    "aws configure set aws_secret_access_key $KEY",
    "requirepass $REDIS_PASSWORD",
    "ConvertTo-SecureString $env:PW -AsPlainText",
    "Birds are identified by 'song2000'",
    "CREATE USER bob IDENTIFIED BY ?",
    "CREATE USER bob IDENTIFIED EXTERNALLY",
    "echo hunter2x | grep hunter",
    "echo $PW | passwd --stdin bob",
    "smbclient -L //srv -U bob",
    "openssl enc -aes-256-cbc -kfile key.txt",
    "zip -r a.zip folder1",
    "7z x a.7z -o/tmp",
    "sqlplus /nolog",
    "sqlplus / as sysdba",
    "cd src/main/java2x",
    "mongodump --uri $URI -p",
    "xfreerdp /u:bob /v:host",
    "notes: RFC2898 - PBKDF2x9",
    "password - required",
    "bob:x@tcp(db:3306)/shop",
  ])("in %s", (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe("a card in two groups", () => {
  it("is redacted where a word says that it is one", () => {
    expect(masked("CC 411111 1111111111, ok")).toBe("CC [REDACTED:CARD], ok");
    expect(masked("card 378282 246310005")).toBe("card [REDACTED:CARD]");
    expect(masked("lot 411111 1111111111")).toBe("lot 411111 1111111111");
  });
});

describe("a card in a magnetic stripe", () => {
  it.each([
    ["%B4111111111111111^DOE/JOHN^27092010000000000000?", "%B[REDACTED:CARD]^DOE/JOHN^27092010000000000000?"],
    ["B4111111111111111^DOE/J^2709", "B[REDACTED:CARD]^DOE/J^2709"],
    [";4111111111111111=27092010000012300000?", ";[REDACTED:CARD]=27092010000012300000?"],
    ["track2: 4111111111111111D270920100000123", "track2: [REDACTED:CARD]D270920100000123"],
  ])("is redacted: %s", (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it.each([
    "%B4111111111111112^DOE/JOHN^2709201",
    "B4111111111111111 is a part",
    "4111111111111111D279920100000123",
    "strftime('%B 2024^10')",
  ])("is none: %s", (text) => {
    expect(masked(text)).toBe(text);
  });
});
