// Keys and tokens of common vendors by their fixed beginnings: the beginning, which characters follow, and how many.
// Data only; a key that has no fixed beginning is found by the name of its field instead.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface VendorKey {
  readonly id: string;
  readonly prefix: string;
  /** Characters after the prefix. */
  readonly alphabet: "hex" | "upper" | "word" | "dotted" | "base64";
  readonly min: number;
  readonly max: number;
  /** What stands behind a beginning that words have too. */
  readonly shape?: RegExp;
}

const key = (id: string, prefix: string, alphabet: VendorKey["alphabet"], min: number, max = 400): VendorKey => ({
  id,
  prefix,
  alphabet,
  min,
  max,
});
const shaped = (id: string, prefix: string, shape: RegExp, min: number, max = min): VendorKey => ({
  ...key(id, prefix, "dotted", min, max),
  shape,
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const VENDOR_KEYS: readonly VendorKey[] = [
  key("aws", "AKIA", "upper", 16, 16),
  key("aws", "ASIA", "upper", 16, 16),
  key("aws", "ABIA", "upper", 16, 16),
  key("aws", "ACCA", "upper", 16, 16),
  key("github", "ghp_", "word", 36, 255),
  key("github", "gho_", "word", 36, 255),
  key("github", "ghu_", "word", 36, 255),
  key("github", "ghs_", "word", 36, 255),
  key("github", "ghr_", "word", 36, 255),
  key("github", "github_pat_", "word", 40, 255),
  key("gitlab", "glpat-", "dotted", 20),
  key("gitlab", "gldt-", "dotted", 20),
  key("gitlab", "glrt-", "dotted", 20),
  key("gitlab", "glptt-", "word", 40),
  key("slack", "xoxb-", "dotted", 20),
  key("slack", "xoxp-", "dotted", 20),
  key("slack", "xoxa-", "dotted", 20),
  key("slack", "xoxe-", "dotted", 20),
  key("slack", "xoxe.xox", "dotted", 20),
  key("slack", "xoxo-", "dotted", 20),
  key("slack", "xoxr-", "dotted", 20),
  key("slack", "xoxs-", "dotted", 20),
  key("slack", "xapp-", "dotted", 20),
  key("stripe", "sk_live_", "word", 16),
  key("stripe", "sk_test_", "word", 16),
  key("stripe", "rk_live_", "word", 16),
  key("stripe", "rk_test_", "word", 16),
  key("stripe", "whsec_", "word", 24),
  key("google", "AIza", "dotted", 35, 35),
  key("google", "GOCSPX-", "dotted", 20),
  key("google", "ya29.", "dotted", 20),
  key("anthropic", "sk-ant-", "dotted", 20),
  key("openai", "sk-proj-", "dotted", 20),
  key("openai", "sk-svcacct-", "dotted", 20),
  key("openai", "sk-admin-", "dotted", 20),
  key("openrouter", "sk-or-", "dotted", 20),
  key("openai", "sk-", "word", 32, 200),
  key("npm", "npm_", "word", 36, 36),
  key("pypi", "pypi-AgE", "dotted", 40),
  key("sendgrid", "SG.", "dotted", 60, 80),
  key("huggingface", "hf_", "word", 30, 60),
  key("digitalocean", "dop_v1_", "hex", 64, 64),
  key("digitalocean", "doo_v1_", "hex", 64, 64),
  key("digitalocean", "dor_v1_", "hex", 64, 64),
  key("shopify", "shpat_", "hex", 32, 32),
  key("shopify", "shpca_", "hex", 32, 32),
  key("shopify", "shppa_", "hex", 32, 32),
  key("shopify", "shpss_", "hex", 32, 32),
  key("square", "sq0atp-", "dotted", 22, 60),
  key("square", "sq0csp-", "dotted", 43, 60),
  key("mailgun", "key-", "hex", 32, 32),
  key("databricks", "dapi", "hex", 32, 34),
  key("databricks", "dose", "hex", 32, 32),
  key("linear", "lin_api_", "word", 32, 60),
  key("notion", "secret_", "word", 43, 43),
  key("notion", "ntn_", "word", 40, 60),
  key("figma", "figd_", "dotted", 36, 60),
  key("atlassian", "ATATT3", "dotted", 60),
  key("vault", "hvs.", "dotted", 24),
  key("vault", "hvb.", "dotted", 24),
  key("doppler", "dp.pt.", "word", 40, 60),
  key("doppler", "dp.st.", "dotted", 40, 80),
  key("planetscale", "pscale_tkn_", "dotted", 32, 60),
  key("supabase", "sbp_", "hex", 40, 40),
  key("replicate", "r8_", "word", 37, 40),
  key("groq", "gsk_", "word", 50, 60),
  key("xai", "xai-", "word", 60, 100),
  key("perplexity", "pplx-", "word", 40, 60),
  key("postman", "PMAK-", "dotted", 50, 70),
  key("newrelic", "NRAK-", "upper", 27, 27),
  key("grafana", "glsa_", "word", 40, 50),
  key("grafana", "glc_", "dotted", 32),
  key("sentry", "sntrys_", "dotted", 60),
  key("sentry", "sntryu_", "hex", 64, 64),
  key("heroku", "HRKU-", "dotted", 36, 80),
  key("age", "AGE-SECRET-KEY-1", "upper", 58, 58),
  key("alibaba", "LTAI", "word", 16, 24),
  key("tencent", "AKID", "word", 32, 36),
  key("rubygems", "rubygems_", "hex", 48, 48),
  key("docker", "dckr_pat_", "dotted", 27, 40),
  key("docker", "dckr_oat_", "dotted", 27, 40),
  key("pulumi", "pul-", "hex", 40, 40),
  key("netlify", "nfp_", "word", 36, 44),
  key("brevo", "xkeysib-", "dotted", 60, 100),
  key("resend", "re_", "word", 30, 40),
  key("contentful", "CFPAT-", "dotted", 40, 50),
  key("typeform", "tfp_", "dotted", 40, 60),
  key("adafruit", "aio_", "word", 28, 28),
  key("dropbox", "sl.", "dotted", 60, 400),
  key("facebook", "EAACEdEose0cBA", "word", 20),
  key("square", "EAAA", "dotted", 60, 60),
  key("facebook", "EAA", "word", 90, 400),
  key("jfrog", "AKCp", "word", 69, 73),
  key("clojars", "CLOJARS_", "word", 60, 60),
  key("fly", "FlyV1", "dotted", 100),
  key("telegram", "bot-token-", "dotted", 35),
  key("twilio", "SK", "hex", 32, 32),
  key("mailchimp-mandrill", "md-", "word", 22, 22),
  key("zendesk", "zd_", "word", 36),
  key("langsmith", "lsv2_", "dotted", 36, 60),
  key("tavily", "tvly-", "dotted", 28, 60),
  key("firecrawl", "fc-", "hex", 32, 32),
  key("pinecone", "pcsk_", "word", 50, 90),
  key("clerk", "sk_prod_", "word", 30),
  key("buildkite", "bkua_", "hex", 40, 40),
  key("circleci", "CCIPAT_", "word", 40, 80),
  key("cloudflare", "cfut_", "word", 40, 60),
  shaped("cloudflare", "v1.0-", /^[0-9a-f]{24}-[0-9a-f]{146}$/, 171),
  shaped("airtable", "pat", /^[A-Za-z0-9]{14}\.[0-9a-f]{64}$/, 79),
  shaped("discord", "M", /^[A-Za-z\d]{23,25}\.[\w-]{6}\.[\w-]{27,38}$/, 58, 71),
  shaped("discord", "N", /^[A-Za-z\d]{23,25}\.[\w-]{6}\.[\w-]{27,38}$/, 58, 71),
  shaped("discord", "O", /^[A-Za-z\d]{23,25}\.[\w-]{6}\.[\w-]{27,38}$/, 58, 71),
  shaped(
    "plaid",
    "access-",
    /^(?:production|development|sandbox)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    44,
    48,
  ),
  shaped("firebase", "APA91b", /^[\w-]{130,140}$/, 130, 140),
  shaped("sourcegraph", "sgp_", /^(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}$/, 40, 57),
  shaped("lob", "live_", /^[0-9a-f]{35}$/, 35),
  shaped("nuget", "oy2", /^[a-z0-9]{43}$/, 43),
  shaped("onepassword", "ops_", /^eyJ[\w-]{90,}$/, 93, 2000),
  shaped("mapbox", "sk.", /^eyJ[\w-]{40,}\.[\w-]{20,}$/, 64, 200),
  key("shippo", "shippo_live_", "hex", 40, 40),
  key("shippo", "shippo_test_", "hex", 40, 40),
  key("duffel", "duffel_live_", "dotted", 40, 50),
  key("duffel", "duffel_test_", "dotted", 40, 50),
  key("prefect", "pnu_", "word", 36, 36),
  key("readme", "rdme_", "word", 60, 80),
  key("infracost", "ico-", "word", 32, 32),
  key("tailscale", "tskey-", "dotted", 24, 90),
  key("snyk", "snyk_uat.", "dotted", 60, 400),
  key("razorpay", "rzp_live_", "word", 14, 14),
  key("yandex", "y0_", "dotted", 50, 64),
  key("planetscale", "pscale_pw_", "dotted", 32, 64),
  key("planetscale", "pscale_oauth_", "dotted", 32, 64),
  key("supabase", "sb_secret_", "dotted", 22, 60),
  key("easypost", "EZAK", "word", 54, 54),
  key("easypost", "EZTK", "word", 54, 54),
  key("fly", "fm2_", "base64", 60, 2000),
  key("gitlab", "glcbt-", "dotted", 20, 80),
  key("gitlab", "glft-", "dotted", 20, 80),
  key("gitlab", "glimt-", "dotted", 20, 80),
  key("gitlab", "glagent-", "dotted", 40, 80),
  key("gitlab", "gloas-", "dotted", 60, 80),
  key("gitlab", "glsoat-", "dotted", 20, 80),
  key("gitlab", "glffct-", "dotted", 20, 80),
  key("slack", "xoxc-", "dotted", 40, 200),
  shaped("dynatrace", "dt0c01.", /^[A-Z0-9]{24}\.[A-Z0-9]{64}$/, 89),
  shaped("dynatrace", "dt0s01.", /^[A-Z0-9]{8}\.[A-Z0-9]{64}$/, 73),
  shaped("flutterwave", "FLWSECK", /^(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?$/, 13, 50),
  key("frameio", "fio-u-", "dotted", 64, 64),
  key("grafana", "eyJrIjoi", "word", 60, 400),
  key("linear", "lin_oauth_", "hex", 64, 64),
  shaped("newrelic", "NRII-", /^[\w-]{32}$/, 32),
  key("jfrog", "cmVmdGtuO", "word", 50, 60),
  shaped("clickhouse", "4b1d", /^(?=.*[g-zG-Z])[A-Za-z0-9]{38}$/, 38),
  shaped("octopus", "API-", /^(?=.*\d)[A-Z0-9]{26}$/, 26),
  shaped("onepassword", "A3-", /^[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}$/, 36, 37),
  shaped("harness", "pat.", /^[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}$/, 68),
  shaped("harness", "sat.", /^[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}$/, 68),
  key("doppler", "dp.ct.", "word", 40, 60),
  key("doppler", "dp.sa.", "word", 40, 60),
  key("doppler", "dp.scim.", "word", 40, 60),
  key("doppler", "dp.audit.", "word", 40, 60),
  key("huggingface", "api_org_", "word", 34, 34),
  shaped("hubspot", "pat-", /^(?:na|eu|ap)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 40),
  shaped("launchdarkly", "sdk-", UUID, 36),
  shaped("langfuse", "sk-lf-", UUID, 36),
  shaped("aws", "amzn.mws.", UUID, 36),
  key("aws", "ABSKQmVkcm9ja0FQSUtleS", "base64", 60, 300),
  key("nvidia", "nvapi-", "dotted", 60, 70),
  key("elevenlabs", "sk_", "hex", 48, 48),
  key("cerebras", "csk-", "word", 40, 60),
  key("jina", "jina_", "word", 56, 64),
  key("llamacloud", "llx-", "word", 46, 52),
  key("apify", "apify_api_", "word", 34, 46),
  key("aiven", "AVNS_", "dotted", 18, 24),
  key("neon", "napi_", "word", 60, 70),
  key("render", "rnd_", "word", 28, 32),
  key("bitbucket", "ATBB", "word", 32, 34),
  key("atlassian", "ATCTT3", "dotted", 60),
  key("crates.io", "cio", "word", 32, 32),
  key("sonar", "sqp_", "hex", 40, 40),
  key("sonar", "squ_", "hex", 40, 40),
  key("sonar", "sqa_", "hex", 40, 40),
  shaped("telnyx", "KEY0", /^[0-9A-F]{28,36}_[A-Za-z0-9]{20,24}$/, 49, 61),
  key("paddle", "pdl_live_apikey_", "word", 40, 70),
  key("paddle", "pdl_sdbx_apikey_", "word", 40, 70),
  key("polar", "polar_oat_", "word", 40, 60),
  key("trigger.dev", "tr_prod_", "word", 20, 30),
  key("trigger.dev", "tr_dev_", "word", 20, 30),
  key("rootly", "rootly_", "hex", 64, 64),
  key("settlemint", "sm_aat_", "word", 16, 16),
  key("settlemint", "sm_pat_", "word", 16, 16),
  key("settlemint", "sm_sat_", "word", 16, 16),
  key("scalingo", "tk-us-", "dotted", 48, 48),
  key("brevo", "xsmtpsib-", "dotted", 60, 100),
  shaped("mollie", "live_", /^[A-Za-z0-9]{30}$/, 30),
  shaped("gocardless", "live_", /^[\w-]{40}$/, 40),
];

const IS_HEX = /^[0-9a-fA-F]+$/;
const IS_UPPER = /^[A-Z0-9]+$/;
const IS_WORD = /^[A-Za-z0-9_]+$/;
const IS_BASE64 = /^[A-Za-z0-9+/=]+$/;
const IS_DOTTED = /^[A-Za-z0-9._-]+$/;

const BY_FIRST: ReadonlyMap<number, readonly VendorKey[]> = VENDOR_KEYS.reduce((map, vendor) => {
  const first = charCodeAt.call(vendor.prefix, 0);
  map.set(first, [...(map.get(first) ?? []), vendor]);
  return map;
}, new Map<number, VendorKey[]>());

/** Shortest whole key in the table. */
export const SHORTEST_KEY = 18;

/** Whether a vendor's key may begin at a place: a cheap look. */
export function mayBeginKey(text: string, at: number): boolean {
  return BY_FIRST.get(charCodeAt.call(text, at))?.some(({ prefix }) => text.startsWith(prefix, at)) === true;
}

/** Length of the vendor key that begins at `start` of a run that ends at `end`, with its vendor; undefined when none does. */
export function vendorKeyAt(
  text: string,
  start: number,
  end: number,
): { readonly id: string; readonly end: number } | undefined {
  if (isFormed(text, start, end)) return { id: "formed", end: endOfSentence(text, start, end) };
  const candidates = BY_FIRST.get(charCodeAt.call(text, start));
  if (candidates === undefined) return undefined;
  for (const vendor of candidates) {
    if (!text.startsWith(vendor.prefix, start)) continue;
    const from = start + vendor.prefix.length;
    let to = end;
    if (vendor.alphabet === "base64") {
      while (to < text.length && to - from < vendor.max && IS_BASE64.test(text[to] as string)) to += 1;
    } else if (vendor.alphabet !== "dotted") {
      // A full stop or a hyphen after the key belongs to the sentence.
      to = from;
      while (to < end && isWordUnit(charCodeAt.call(text, to))) to += 1;
    } else {
      // A hyphen at the end may be the key's own.
      to = endOfSentence(text, from, end);
      while (to - from > vendor.min && !isWordUnit(charCodeAt.call(text, to - 1))) to -= 1;
    }
    const size = to - from;
    if (size < vendor.min || size > vendor.max) continue;
    const body = text.slice(from, to);
    const fits =
      vendor.alphabet === "hex"
        ? IS_HEX
        : vendor.alphabet === "upper"
          ? IS_UPPER
          : vendor.alphabet === "word"
            ? IS_WORD
            : vendor.alphabet === "base64"
              ? IS_BASE64
              : IS_DOTTED;
    if (fits.test(body) && vendor.shape?.test(body) !== false && isVaried(body) && !body.includes("EXAMPLE"))
      return { id: vendor.id, end: to };
  }
  return undefined;
}

/** Where a run ends, full stops left out: they belong to the sentence. */
function endOfSentence(text: string, from: number, end: number): number {
  let to = end;
  while (to > from && charCodeAt.call(text, to - 1) === 0x2e) to -= 1;
  return to;
}

/** Keys that have a mark in their middle and no beginning: Mailchimp's …-us12, MaxMind's …_mmk, Terraform's ….atlasv1.…. */
function isFormed(text: string, start: number, end: number): boolean {
  const size = end - start;
  if (size >= 36 && size <= 38 && text.startsWith("-us", start + 32))
    return /^[0-9a-f]{32}-us\d{1,2}\.?$/.test(text.slice(start, end));
  if ((size === 40 || size === 41) && text.startsWith("_mmk", start + 36))
    return /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\.?$/.test(text.slice(start, end));
  return (
    size > 80 &&
    text.startsWith(".atlasv1.", start + 14) &&
    /^[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}/.test(text.slice(start, end))
  );
}

function isWordUnit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f;
}

/** At least six different characters, and not only small letters: a key, not a word of a sentence or a row of x. */
function isVaried(body: string): boolean {
  const seen = new Set<string>();
  let digits = 0;
  let capitals = 0;
  for (let at = 0; at < body.length && at < 200; at += 1) {
    const code = charCodeAt.call(body, at);
    seen.add(body[at] as string);
    if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code >= 0x41 && code <= 0x5a) capitals += 1;
  }
  return seen.size >= 6 && (digits > 0 || capitals > 1);
}
