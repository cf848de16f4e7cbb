// Requests to private, loopback and metadata addresses, in every spelling of an IPv4 address that URL parsers take:
// dotted, octal, hexadecimal, one number, IPv6-mapped, and names that resolve to them.
import { KeyTest } from "./key-test.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export type AddressRule = "metadata" | "loopback" | "private" | "scheme";

export interface AddressFinding {
  readonly rule: AddressRule;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const URL_KEYS =
  /^(?:.{0,40}(?:url|uri|href|link|endpoint|host|hostname|address|webhook|callback|redirect|target|src|source|image|proxy|server|origin|site|domain|feed|ip))$/i;
const LOCAL_NAMES: ReadonlySet<string> = new Set([
  "localhost",
  "localhost.localdomain",
  "ip6-localhost",
  "ip6-loopback",
  "localtest.me",
  "lvh.me",
  "vcap.me",
  "kubernetes.default",
  "kubernetes.default.svc",
  "host.docker.internal",
  "gateway.docker.internal",
  "host.containers.internal",
  "localh.st",
]);
const METADATA_NAMES: ReadonlySet<string> = new Set([
  "metadata.google.internal",
  "metadata",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata.azure.com",
  "metadata.azure.internal",
  "metadata.packet.net",
  "metadata.tencentyun.com",
  "metadata.oraclecloud.com",
  "metadata.platformequinix.com",
  "rancher-metadata",
]);
/** Domains whose every name leads to this machine. */
const LOCAL_DOMAINS = [".localhost", ".localtest.me", ".lvh.me", ".vcap.me"] as const;
/** Domains that no one outside a network can ask for. */
const PRIVATE_DOMAINS = [".internal", ".local", ".consul", ".home.arpa"] as const;
const ODD_SCHEMES: ReadonlySet<string> = new Set(["file", "gopher", "dict", "ldap", "tftp", "jar", "netdoc", "phar"]);
const LONGEST_HOST = 260;
const MOST = 20;

const WILDCARD = /^(?:.{0,60}[.-])?(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\.(?:nip|sslip|xip)\.io$/;
const HEX_WILDCARD = /^(?:.{0,60}[.-])?([0-9a-f]{8})\.(?:nip|sslip)\.io$/;
const IS_ASCII = /^[!-~]*$/;

const fields = new KeyTest(URL_KEYS);

/** Findings for each URL in `text`, and for the whole text when its field holds a host. */
export function findPrivateAddresses(text: string, key: string): AddressFinding[] {
  const isUrlField = fields.holds(key);
  const found: AddressFinding[] = [];
  // Texts name the same host again and again.
  const rules = new Map<string, AddressRule | undefined>();
  for (let at = text.indexOf("://"); at >= 0 && found.length < MOST; at = text.indexOf("://", at + 3)) {
    let start = at;
    while (start > 0 && at - start < 12 && isLetter(charCodeAt.call(text, start - 1))) start -= 1;
    const scheme = text.slice(start, at).toLowerCase();
    if (isUrlField && isFragment(text, at)) break;
    // Lenient parsers pass over more than two slashes.
    let hostStart = at + 3;
    while (isSlash(charCodeAt.call(text, hostStart)) && hostStart < at + 6) hostStart += 1;
    const hostEnd = endOfAuthority(text, hostStart);
    const authority = text.slice(hostStart, hostEnd);
    if (!rules.has(authority)) rules.set(authority, ruleOfAuthority(authority));
    const rule = isUrlField && ODD_SCHEMES.has(scheme) ? "scheme" : rules.get(authority);
    // A local address in prose or a config is ordinary; in a URL field it is a request. Metadata never is ordinary.
    if (rule === undefined || (!isUrlField && rule !== "metadata")) continue;
    found.push({ rule, score: rule === "metadata" ? 0.95 : 0.75, start, end: hostEnd });
  }
  if (found.length === 0 && isUrlField && text.length > 2 && text.length < LONGEST_HOST && !text.includes("://")) {
    // http:/host and http:\\host are what lenient parsers take for a URL.
    const start = (/^(?:https?:)?[\\/]{0,3}/i.exec(text)?.[0] ?? "").length;
    const end = endOfHost(text, start);
    const rule = ruleOfAuthority(text.slice(start, end));
    if (rule !== undefined) found.push({ rule, score: rule === "metadata" ? 0.95 : 0.7, start, end });
  }
  if (found.length === 0 && isUrlField) findForwarded(text, found);
  return found;
}

/** Whether the place lies behind the sign of a fragment, which is sent nowhere. */
function isFragment(text: string, at: number): boolean {
  const sign = text.indexOf("#");
  // A sign inside the authority parts hosts for some parsers.
  return sign >= 0 && sign < at && text.indexOf("/", text.indexOf("://") + 3) < sign;
}

/** A parameter that names an address without a scheme: `?u=//127.0.0.1/`. */
const FORWARDED = /[?&][\w.-]{1,40}=(?:[\\/]|%2f|%5c){2}/gi;

/** Addresses that the server behind a URL is asked to go on to. */
function findForwarded(text: string, found: AddressFinding[]): void {
  if (!text.includes("=")) return;
  for (const place of text.matchAll(FORWARDED)) {
    const start = place.index + place[0].length;
    const end = endOfHost(text, start);
    const rule = ruleOfAuthority(text.slice(start, end));
    if (rule === undefined) continue;
    found.push({ rule, score: rule === "metadata" ? 0.95 : 0.7, start, end });
    return;
  }
}

/** End of an authority; a backslash before an at sign ends it for some parsers only, so that both parts are read. */
function endOfAuthority(text: string, from: number): number {
  const end = endOfHost(text, from);
  return charCodeAt.call(text, end) === 0x5c && charCodeAt.call(text, end + 1) === 0x40
    ? endOfHost(text, end + 1)
    : end;
}

function isSlash(code: number): boolean {
  return code === 0x2f || code === 0x5c;
}

function endOfHost(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < LONGEST_HOST) {
    const code = charCodeAt.call(text, end);
    if (
      code <= 32 ||
      code === 0x2f ||
      code === 0x5c ||
      code === 0x3f ||
      code === 0x23 ||
      code === 0x22 ||
      code === 0x27 ||
      code === 0x3c ||
      code === 0x3e ||
      code === 0x60 ||
      code === 0x29 ||
      code === 0x2c
    )
      break;
    end += 1;
  }
  return end;
}

/** Parsers differ over which of several at signs counts, so that each part is a host. */
function ruleOfAuthority(authority: string): AddressRule | undefined {
  const written =
    authority.includes("%40") || authority.includes("%23") ? authority.replace(/%40|%23/g, "@") : authority;
  const signs = written.split("@", 5);
  // Where the signs are hidden, parsers differ over which part is the host.
  const hosts =
    written !== authority || authority.includes("\\") ? signs : signs.length > 2 ? signs.slice(1) : signs.slice(-1);
  for (const host of hosts) {
    const rule = ruleOfHost(host);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

function ruleOfHost(written: string): AddressRule | undefined {
  let host = written.includes("%") && !written.startsWith("[") ? undoPercent(written) : written;
  if (!IS_ASCII.test(host)) host = host.normalize("NFKC");
  host = host.toLowerCase();
  if (host.startsWith("[")) {
    const close = host.indexOf("]");
    return close < 0 ? undefined : ruleOfIpv6(host.slice(1, close));
  }
  const colon = host.indexOf(":");
  if (colon >= 0) {
    if (host.indexOf(":", colon + 1) >= 0) return ruleOfIpv6(host);
    host = host.slice(0, colon);
  }
  host = host.replaceAll("。", ".");
  if (host.endsWith(".") || host.endsWith("!")) host = host.slice(0, -1);
  if (METADATA_NAMES.has(host)) return "metadata";
  if (LOCAL_NAMES.has(host) || LOCAL_DOMAINS.some((domain) => host.endsWith(domain))) return "loopback";
  if (PRIVATE_DOMAINS.some((domain) => host.endsWith(domain))) return "private";
  const inHex = host.endsWith(".io") ? HEX_WILDCARD.exec(host) : null;
  if (inHex !== null) return ruleOfIpv4(Number.parseInt(inHex[1] as string, 16));
  const wildcard = host.endsWith(".io") ? WILDCARD.exec(host) : null;
  if (wildcard !== null) return ruleOfIpv4(wildcard.slice(1).reduce((value, part) => value * 256 + Number(part), 0));
  const rebinding = REBINDING.exec(host);
  if (rebinding !== null) return ruleOfRebinding(rebinding);
  const value = parseIpv4(host);
  return value === undefined ? undefined : ruleOfIpv4(value);
}

/** Names that answer with two addresses in turn, one of them private. */
const REBINDING =
  /^([0-9a-f]{8})\.([0-9a-f]{8})\.rbndr\.us$|^make-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})-.{0,60}1u\.ms$/;

function ruleOfRebinding(found: RegExpExecArray): AddressRule | undefined {
  const [, first, second, ...parts] = found;
  if (first !== undefined && second !== undefined)
    return ruleOfIpv4(Number.parseInt(first, 16)) ?? ruleOfIpv4(Number.parseInt(second, 16));
  return ruleOfIpv4(parts.reduce((value, part) => value * 256 + Number(part), 0));
}

/** The host with its percent signs undone, up to a slash that they hid. */
function undoPercent(host: string): string {
  const undone = host.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const end = undone.search(/[/\\?#]/);
  return end < 0 ? undone : undone.slice(0, end);
}

/** An IPv4 address as one number, in any spelling; undefined when it is none. */
function parseIpv4(host: string): number | undefined {
  if (!isDigit(charCodeAt.call(host, 0))) return undefined;
  const parts = host.split(".");
  if (parts.length > 4 || parts.length === 0) return undefined;
  // One bare number is an address only when it is a long one or written in hexadecimal.
  if (parts.length === 1 && !/^(?:0x[0-9a-f]{1,8}|\d{8,10}|0\d{8,12}|0)$/.test(host)) return undefined;
  const numbers: number[] = [];
  for (const part of parts) {
    if (!/^(?:0x[0-9a-f]{1,8}|\d{1,12})$/.test(part)) return undefined;
    const value = part.startsWith("0x")
      ? Number.parseInt(part, 16)
      : part.length > 1 && part.startsWith("0")
        ? Number.parseInt(part, 8)
        : Number.parseInt(part, 10);
    if (Number.isNaN(value)) return undefined;
    numbers.push(value);
  }
  const last = numbers.pop() as number;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return undefined;
  return numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
}

function ruleOfIpv4(value: number): AddressRule | undefined {
  const a = Math.floor(value / 2 ** 24);
  const b = Math.floor(value / 2 ** 16) % 256;
  if (value === 0xa9fea9fe || value === 0xa9feaafe || value === 0xc00000c0 || value === 0xa83f8110) return "metadata";
  if (value === 0x646464c8) return "metadata";
  if (a === 169 && b === 254) return value % 65536 === 0xa9fe || value % 65536 === 0xaa02 ? "metadata" : "private";
  if (a === 127 || value === 0) return "loopback";
  if (
    a === 10 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 100 && b >= 64 && b < 128) ||
    a === 0
  )
    return "private";
  return undefined;
}

function ruleOfIpv6(host: string): AddressRule | undefined {
  const zone = host.indexOf("%");
  const groups = groupsOf(zone >= 0 ? host.slice(0, zone) : host);
  if (groups === undefined) return undefined;
  const [first = 0, second = 0, third = 0] = groups;
  const name = groups.map((group) => group.toString(16)).join(":");
  if (name === "fd00:ec2:0:0:0:0:0:254") return "metadata";
  if (name === "0:0:0:0:0:0:0:1") return "loopback";
  if (first === 0x2002) return ruleOfIpv4(second * 65536 + third);
  if (CARRIES_IPV4.test(name)) return ruleOfIpv4((groups[6] as number) * 65536 + (groups[7] as number));
  const isPrivate = (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80;
  return isPrivate ? "private" : undefined;
}

/** Compatible, mapped and translated addresses, and those of NAT64, well-known or local: IPv4 is in the last 32 bits. */
const CARRIES_IPV4 = /^(?:0:0:0:0:0:(?:0|ffff):|0:0:0:0:ffff:0:|64:ff9b:)/;

/** The eight groups of an IPv6 address in any spelling, the last two as IPv4 too; undefined when it is none. */
function groupsOf(address: string): number[] | undefined {
  if (!/^[0-9a-f:.]{2,45}$/.test(address)) return undefined;
  const dotted = /:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)?.[1];
  const value = dotted === undefined ? undefined : parseIpv4(dotted);
  const text =
    dotted === undefined || value === undefined
      ? address
      : `${address.slice(0, -dotted.length)}${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
  const [head = [], tail, ...more] = text.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 0)) return undefined;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}
