// Rules of numbers: payment card issuers, bank accounts, social security numbers. Pure arithmetic.

/**
 * Whether an issuer gives out numbers of this length whose first four digits are these. Small issuers, whose digits plain
 * identifiers share, count only for numbers in groups.
 */
export function hasIssuer(four: number, size: number, isGrouped: boolean): boolean {
  const two = Math.floor(four / 100);
  if (four >= 4000 && four < 5000) return size === 16 || size === 19;
  if (two >= 51 && two <= 55) return size === 16;
  if (four >= 2221 && four <= 2720) return size === 16;
  if (two === 34 || two === 37) return size === 15;
  if (four === 6011 || two === 65 || (four >= 6440 && four <= 6499)) return size === 16 || size === 19;
  if (four >= 3528 && four <= 3589) return size === 16;
  // Diners Club.
  if ((four >= 3000 && four <= 3059) || four === 3095 || two === 36 || two === 38 || two === 39) return size === 14;
  if (!isGrouped) return two === 62 && size >= 16 && size <= 19;
  if (two === 62) return size >= 16 && size <= 19;
  // Mir, RuPay, Elo and Maestro in their common length.
  if (four >= 2200 && four <= 2204) return size === 16;
  if ((two === 60 && four !== 6011) || two === 50 || two === 56 || two === 57 || two === 58 || two === 63 || two === 67)
    return size === 16;
  return false;
}

/** Luhn's check of a row of digits; one and the same digit all over is no number. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, doubles = false; at >= 0; at -= 1, doubles = !doubles) {
    const digit = digits.charCodeAt(at) - 0x30;
    sum += !doubles ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0 && new Set(digits).size > 1;
}

/** Area, group and serial rules of US social security numbers. */
export function isSocialSecurityNumber(digits: string): boolean {
  const area = Number(digits.slice(0, 3));
  return (
    digits.length === 9 &&
    area !== 0 &&
    area !== 666 &&
    area < 900 &&
    digits.slice(3, 5) !== "00" &&
    digits.slice(5) !== "0000"
  );
}

const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  RU: 33,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
};

/** Length of an IBAN of this country, 0 when there is none. */
export function ibanLength(country: string): number {
  return IBAN_LENGTHS[country.toUpperCase()] ?? 0;
}

/** ISO 7064 mod 97-10 over letters and digits without spaces. */
export function passesMod97(iban: string): boolean {
  let rest = 0;
  const turned = iban.slice(4) + iban.slice(0, 4);
  for (let at = 0; at < turned.length; at += 1) {
    const code = turned.charCodeAt(at);
    const value = code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x61 + 10;
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}
