/**
 * Whether a text is of one script, by Unicode's Script_Extensions as the runtime knows them (UTS 39, section 5.1). Digits,
 * punctuation and combining marks are of every script; Japanese, Korean and Bopomofo texts mix theirs by nature.
 */

/** True when one script, or one of the three natural mixtures, covers every character. */
export function allOfOneScript(text: string): boolean {
  if (ASCII.test(text)) return true;
  coverings ??= compileCoverings();
  return coverings.some((covering) => covering.test(text));
}

const ASCII = /^[\u0020-\u007e]*$/;
const SCRIPTS =
  "Latn Cyrl Grek Arab Hebr Armn Geor Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Ethi Cher Cans " +
  "Khmr Mong Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Bhks Brah Brai Bugi Buhd Cakm Cari Cham Chrs Copt Cpmn Cprt Diak " +
  "Dogr Dsrt Dupl Egyp Elba Elym Glag Gong Gonm Goth Gran Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar Khoj Kits " +
  "Kthi Lana Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Modi Mroo Mtei Mult Nagm Nand " +
  "Narb Nbat Newa Nkoo Nshu Ogam Olck Orkh Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr " +
  "Sarb Saur Sgnw Shaw Shrd Sidd Sind Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb Takr Tale Talu Tang Tavt Tfng Tglg Thaa Tirh " +
  "Tnsa Toto Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb " +
  "Gara Gukh Krai Onao Sunu Todr Tutg Berf Sidt Tayo Tols";
const MIXTURES = [
  ["Hani", "Hira", "Kana"],
  ["Hani", "Hang"],
  ["Hani", "Bopo"],
];

let coverings: RegExp[] | undefined;

function compileCoverings(): RegExp[] {
  const compiled: RegExp[] = [];
  for (const scripts of [...SCRIPTS.split(" ").map((script) => [script]), ...MIXTURES]) {
    const classes = scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("");
    try {
      compiled.push(new RegExp(`^[${classes}\\p{Script_Extensions=Common}\\p{Script_Extensions=Inherited}]*$`, "u"));
    } catch {
      // A runtime with an older Unicode does not know this script, nor any character of it.
    }
  }
  return compiled;
}
