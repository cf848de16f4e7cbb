// Identifiers of common shapes, made at random from a fixed seed: none of them is personal.
import { describe, expect, it } from "vitest";
import { DIGITS, fill, HEX, pick, randomText, UPPER, WORD } from "../../testing/random-shapes.js";
import { redact } from "./redact.js";

describe("plain identifiers of every shape", () => {
  it("are left alone in all but one of two hundred", () => {
    const makers: readonly (() => string)[] = [
      () => `17${randomText(DIGITS, 8)}`,
      () => `17${randomText(DIGITS, 11)}`,
      () => `17${randomText(DIGITS, 14)}`,
      () => `17${randomText(DIGITS, 8)}.${randomText(DIGITS, 3)}`,
      () => randomText("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26),
      () => randomText(WORD, 27),
      () =>
        `${randomText(HEX, 8)}-${randomText(HEX, 4)}-4${randomText(HEX, 3)}-a${randomText(HEX, 3)}-${randomText(HEX, 12)}`,
      () => randomText(HEX, 40),
      () => randomText(HEX, 64),
      () => randomText(HEX, 7),
      () => randomText(HEX, 12),
      () => `sha512-${randomText(WORD, 86)}==`,
      () => `data:image/png;base64,${randomText(WORD, 80)}`,
      () => `ORD-${randomText(DIGITS, 8)}`,
      () => `order ${randomText(DIGITS, 10)}`,
      () => `#${randomText(DIGITS, 6)}`,
      () => `1Z${randomText(UPPER + DIGITS, 16)}`,
      () => `tracking ${randomText(DIGITS, 12)}`,
      () => `JD${randomText(DIGITS, 18)}`,
      () => `v${fill("%.##.#")}`,
      () => fill("%.#.#-beta.%"),
      () => fill("##.##.##.##"),
      () => `978-${fill("#-##-######-#")}`,
      () => `ISBN ${randomText(DIGITS, 13)}`,
      () => `EAN ${randomText(DIGITS, 13)}`,
      () => `${fill("52.#####")}, ${fill("13.#####")}`,
      () => `-${fill("33.######")},151.${fill("######")}`,
      () => `$${fill("%,###.##")}`,
      () => `€ ${fill("%#.###,##")}`,
      () => `${fill("%## ### ###")} EUR`,
      () => `20${fill("2#")}-0${fill("%")}-1${fill("#")}`,
      () => `1${fill("#")}.0${fill("%")}.20${fill("2#")}`,
      () => `20${fill("2#")}-0${fill("%")}-1${fill("#")}T10:${fill("3#")}:00Z`,
      () => `part ${fill("###-####")}`,
      () => `model ${fill("%##-###-####")}`,
      () => `SKU-${fill("####-####")}`,
      () => `INV/20${fill("2#")}/${fill("####")}`,
      () => `doi:10.${fill("####")}/${fill("#######")}`,
      () => `arXiv:${fill("2%0#.#####")}`,
      () => `CVE-20${fill("2#-#####")}`,
      () => `RFC ${fill("####")}`,
      () => `port ${fill("%####")}`,
      () => `${fill("%##")} of ${fill("%##")}`,
      () => `${fill("##")}:${fill("##")}:${fill("##")}.${fill("###")}`,
      () => `trace_id=${randomText(HEX, 32)}`,
      () => `00-${randomText(HEX, 32)}-${randomText(HEX, 16)}-01`,
      () => `req_${randomText(WORD, 24)}`,
      () => `cus_${randomText(WORD, 14)}`,
      () => `pi_${randomText(WORD, 24)}`,
      () => `i-0${randomText(HEX, 16)}`,
      () => `arn:aws:iam::${randomText(DIGITS, 12)}:role/x`,
      () => `192.168.${fill("%#")}.${fill("%#")}`,
      () => `${fill("%###")}x${fill("%###")}`,
      () => `lines ${fill("%##-%##")}`,
      () => `pages ${fill("1##-1##")}`,
      () => `${fill("%#%")} %`,
      () => `id: ${randomText(DIGITS, 18)}`,
      () => `snowflake ${randomText(DIGITS, 19)}`,
      () => `@@ -${fill("##,#")} +${fill("##,##")} @@`,
      () => `0x${randomText(HEX, 16)}`,
      () => `${fill("%####-####")}`,
      () => `room ${fill("%-###")}`,
      () => `logo@2x.png`,
      () => `pkg@${fill("%.#.#")}`,
      () => `W/"${randomText(HEX, 20)}"`,
      () => `${fill("%##")} ms, ${fill("%###")} bytes`,
      () => `[${fill("%#, %#, %##, %###, %####")}]`,
    ];
    const changed: string[] = [];
    let count = 0;
    for (let round = 0; round < 30; round += 1) {
      for (const make of makers) {
        const text = `${pick(["", "see ", "value ", "got "])}${make()}`;
        count += 1;
        if (redact(text).value !== text) changed.push(text);
      }
    }
    expect(changed.length / count, changed.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.005);
  });
});
