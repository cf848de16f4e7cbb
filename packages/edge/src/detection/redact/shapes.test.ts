// Values of every common shape, made at random from a fixed seed: what is personal is found.
import { describe, expect, it } from "vitest";
import { DIGITS, fill, found, HEX, nextNumber, pick, randomText, UPPER, WORD } from "../../testing/random-shapes.js";
import { redact } from "./redact.js";

describe("personal values of every shape", () => {
  it("e-mail addresses: plus signs, quotes, long and international domains", () => {
    const addresses = [
      "anna@example.com",
      "anna.b+tag@mail.example.co.uk",
      "ANNA@EXAMPLE.MUSEUM",
      "a_b-c@sub.domain.photography",
      "o'brien@example.ie",
      "user%name@example.org",
      "anna@exämple.de",
      "анна@пример.рф",
      "用户@例子.广告",
      "anna@xn--exmple-cua.com",
      "x@y.zz",
      '"anna b"@example.com',
      "a!b@example.com",
      "first.last@10-4.example.travel",
      "1234567890@example.com",
      "anna&bo@example.com",
    ];
    const cases = addresses.flatMap((address) =>
      ["", "mail ", "<", "mailto:", '{"to": "'].map(
        (before) => [before, address, before === "<" ? ">" : " ."] as const,
      ),
    );
    expect(found(cases, "email")).toBe(1);
  });

  it("cards of all issuers, bare and in groups", () => {
    const issuers: readonly (readonly [string, number])[] = [
      ["4", 16],
      ["51", 16],
      ["55", 16],
      ["2221", 16],
      ["2720", 16],
      ["34", 15],
      ["37", 15],
      ["6011", 16],
      ["65", 16],
      ["3528", 16],
      ["62", 16],
      ["36", 14],
      ["3005", 14],
      ["4", 19],
    ];
    const cases = issuers.flatMap(([opening, size]) =>
      [0, 1, 2].map((style) => {
        const number = withLuhn(opening + randomText(DIGITS, size - 1 - opening.length));
        const groups = size === 15 || size === 14 ? [4, 6, size - 10] : [4, 4, 4, 4, size - 16];
        return ["card ", style === 0 ? number : grouped(number, groups, style === 1 ? " " : "-"), "."] as const;
      }),
    );
    expect(found(cases, "card")).toBe(1);
  });

  it("bank accounts of many countries: together, in groups, in small letters", () => {
    const shapes: readonly (readonly [string, string])[] = [
      ["DE", "##################"],
      ["GB", "WEST##############"],
      ["FR", "#######################"],
      ["ES", "####################"],
      ["IT", "X######################"],
      ["NL", "ABNA##########"],
      ["CH", "#################"],
      ["AT", "################"],
      ["BE", "############"],
      ["PL", "########################"],
      ["NO", "###########"],
      ["SE", "####################"],
      ["DK", "##############"],
      ["PT", "#####################"],
      ["MT", "MALT#####MTLCAST####S"],
      ["SA", "####################"],
      ["TR", "######################"],
    ];
    const cases = shapes
      .flatMap(([country, form]) =>
        ["together", "groups", "small", "dashes"].map((style) => {
          const bare = withMod97(country, form.length > 29 ? fill(form.slice(0, 29)) : fill(form));
          const value =
            style === "groups"
              ? bare.replace(/(.{4})(?=.)/g, "$1 ")
              : style === "dashes"
                ? bare.replace(/(.{4})(?=.)/g, "$1-")
                : style === "small"
                  ? bare.toLowerCase()
                  : bare;
          return ["IBAN ", value, ", please"] as const;
        }),
      )
      .filter(([, value]) => !/^MT/i.test(value));
    expect(found(cases, "iban")).toBe(1);
  });

  it("social security numbers with hyphens, with spaces or bare where a word names them", () => {
    const make = (sign: string): string =>
      `${1 + Math.floor(nextNumber() * 8)}${fill("##")}`.replace("666", "667") +
      sign +
      `${fill("%")}${fill("#")}` +
      sign +
      fill("%###");
    const cases = Array.from(
      { length: 60 },
      (_, index) =>
        [
          pick(["SSN ", "my social security number is ", "ssn: "]),
          make(["-", " ", ""][index % 3] as string),
          ".",
        ] as const,
    );
    expect(found(cases, "us_ssn")).toBe(1);
    expect(
      found(
        Array.from({ length: 40 }, () => ["It says ", make("-"), "."] as const),
        "us_ssn",
      ),
    ).toBe(1);
  });

  it("keys and tokens of common vendors", () => {
    const keys: readonly (() => string)[] = [
      () => `AKIA${randomText(`${UPPER}234567`, 16)}`,
      () => `ghp_${randomText(WORD, 36)}`,
      () => `github_pat_${randomText(WORD, 22)}_${randomText(WORD, 59)}`,
      () => `glpat-${randomText(WORD, 20)}`,
      () => `xoxb-${randomText(DIGITS, 12)}-${randomText(DIGITS, 12)}-${randomText(WORD, 24)}`,
      () => `xapp-1-${randomText(UPPER + DIGITS, 11)}-${randomText(DIGITS, 13)}-${randomText(HEX, 64)}`,
      () => `sk_live_${randomText(WORD, 24)}`,
      () => `rk_live_${randomText(WORD, 24)}`,
      () => `whsec_${randomText(WORD, 32)}`,
      () => `sk-${randomText(WORD, 48)}`,
      () => `sk-proj-${randomText(`${WORD}_-`, 100)}A`,
      () => `sk-ant-api03-${randomText(`${WORD}_-`, 93)}AA`,
      () => `AIza${randomText(`${WORD}_-`, 34)}A`,
      () => `ya29.${randomText(`${WORD}_-`, 60)}A`,
      () => `SK${randomText(HEX, 32)}`,
      () => `SG.${randomText(`${WORD}`, 22)}.${randomText(`${WORD}`, 43)}`,
      () => `npm_${randomText(WORD, 36)}`,
      () => `pypi-AgEIcHlwaS5vcmc${randomText(WORD, 60)}`,
      () => `dop_v1_${randomText(HEX, 64)}`,
      () => `hf_${randomText(WORD, 34)}`,
      () => `dapi${randomText(HEX, 32)}`,
      () => `${randomText(DIGITS, 10)}:AA${randomText(`${WORD}_-`, 32)}x`,
      () =>
        `HRKU-${randomText(HEX, 8)}-${randomText(HEX, 4)}-${randomText(HEX, 4)}-${randomText(HEX, 4)}-${randomText(HEX, 12)}`,
      () => `shpat_${randomText(HEX, 32)}`,
      () => `key-${randomText(HEX, 32)}`,
      () => `${randomText(HEX, 32)}-us${randomText("12345", 1)}`,
      () => `EAAC${randomText(WORD, 120)}`,
      () => `lin_api_${randomText(WORD, 40)}`,
      () => `secret_${randomText(WORD, 43)}`,
      () => `ATATT3x${randomText(WORD, 100)}`,
      () => `hvs.${randomText(WORD, 90)}`,
      () => `pscale_tkn_${randomText(WORD, 43)}`,
      () => `gsk_${randomText(WORD, 52)}`,
      () => `xai-${randomText(WORD, 80)}`,
      () => `glsa_${randomText(WORD, 32)}_${randomText(HEX, 8)}`,
      () => `dckr_pat_${randomText(WORD, 27)}`,
      () => `sbp_${randomText(HEX, 40)}`,
      () => `r8_${randomText(WORD, 37)}`,
      () => `NRAK-${randomText(UPPER + DIGITS, 27)}`,
      () => `AGE-SECRET-KEY-1${randomText("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`,
      () => `LTAI${randomText(WORD, 20)}`,
      () =>
        `https://hooks.slack.com/services/T${randomText(UPPER + DIGITS, 8)}/B${randomText(UPPER + DIGITS, 8)}/${randomText(WORD, 24)}`,
      () => `AccountKey=${randomText(WORD, 86)}==`,
      () => `eyJhbGciOiJIUzI1NiJ9.eyJ${randomText(WORD, 40)}.${randomText(WORD, 43)}`,
    ];
    const cases = keys.flatMap((make) =>
      ["", "use ", "export K=", '"'].map((before) => [before, make(), " now"] as const),
    );
    const missed = cases.filter(
      ([before, value, after]) =>
        !redact(before + value + after).redactions.some((one) => one.end - one.start >= value.length * 0.5),
    );
    expect(missed.map(([before, value]) => before + value)).toEqual([]);
  });

  it("passwords of connection strings, and private keys of every kind", () => {
    const secret = "S3cr3t!pw";
    for (const text of [
      `postgres://app:${secret}@db:5432/x`,
      `mysql://root:${secret}@127.0.0.1/x`,
      `mongodb+srv://u:${secret}@cluster0.mongodb.net/x`,
      `redis://:${secret}@cache:6379/0`,
      `amqp://u:${secret}@mq/`,
      `https://u:${secret}@git.example/x.git`,
      `Server=db;User Id=sa;Password=${secret};`,
      `Server=db;Uid=sa;Pwd=${secret}`,
      `jdbc:postgresql://db/x?user=u&password=${secret}`,
      `host=db user=u password=${secret} dbname=x`,
      `PGPASSWORD=${secret} psql`,
      `DB_PASSWORD="${secret}"`,
      `db.password: '${secret}'`,
      `{"password":"${secret}"}`,
      `mysql -u root --password=${secret}`,
      `sqlserver://sa:${secret}@db?database=x`,
      `ftp://u:${secret}@host/`,
      `sftp://u:${secret}@host:22`,
      `jdbc:sqlserver://db;user=u;password=${secret};`,
      `password => '${secret}'`,
    ])
      expect(redact(text).value, text).not.toContain(secret);
    for (const kind of ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "PGP "]) {
      const end = kind === "PGP " ? " BLOCK" : "";
      const body = Array.from({ length: 6 }, () => randomText(WORD, 64)).join("\n");
      const text = `-----BEGIN ${kind}PRIVATE KEY${end}-----\n${body}\n-----END ${kind}PRIVATE KEY${end}-----`;
      expect(redact(`x ${text} y`).value, kind).toBe("x [REDACTED:PRIVATE_KEY] y");
    }
  });
});

function withLuhn(opening: string): string {
  for (const last of DIGITS) {
    const digits = opening + last;
    let sum = 0;
    [...digits].reverse().forEach((digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    });
    if (sum % 10 === 0) return digits;
  }
  return opening;
}

function grouped(number: string, sizes: readonly number[], sign: string): string {
  let at = 0;
  return sizes
    .map((size) => {
      at += size;
      return number.slice(at - size, at);
    })
    .filter((part) => part !== "")
    .join(sign);
}

function withMod97(country: string, body: string): string {
  const digits = [...`${body}${country}00`]
    .map((sign) => (sign >= "A" ? String(sign.charCodeAt(0) - 55) : sign))
    .join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return `${country}${String(98 - rest).padStart(2, "0")}${body}`;
}
