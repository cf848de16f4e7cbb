/** Why a server that is there gave no answer of HTTP, for whoever runs the client: it is neither down nor unreachable. */

const NOT_TRUSTED = /^(UNABLE_TO_(GET|VERIFY)_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED)/;
/** What a port of TLS does with plain HTTP, and what a server does that ends: nobody can tell one from the other. */
const CLOSED = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);
/** The name of fetch's error of what is no HTTP; its code is `HPE_` and a word, and in later versions none. */
const NOT_HTTP = "HTTPParserError";
const NOT_VALID_NOW = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

/** One sentence, or undefined where no such server was reached. Looks through the errors that fetch and pools put around. */
export function describeConnectionFault(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (NOT_TRUSTED.test(code)) {
    return `Its certificate is of no authority that Node trusts (${code}): name your authority's PEM file in NODE_EXTRA_CA_CERTS.`;
  }
  if (NOT_VALID_NOW.has(code)) return `Its certificate is not valid at the time of this machine's clock (${code}).`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `Its certificate is for another name than the address has (${code}).`;
  if (code.startsWith("ERR_SSL_"))
    return `It does not speak TLS as it should (${code}): is its address http, not https?`;
  if (code === NOT_HTTP) return `It does not speak HTTP (${code}): is its address https, not http?`;
  if (CLOSED.has(code)) {
    return `It closed the connection without an answer (${code}): its port speaks the other of http and https, or it stopped just then.`;
  }
  return undefined;
}

function codeOf(error: unknown): string | undefined {
  let found: unknown = error;
  while (found instanceof Error) {
    if (found.name === NOT_HTTP) return NOT_HTTP;
    const { code } = found as { readonly code?: unknown };
    // Errors of this service have codes too; those of the system are in capitals.
    if (typeof code === "string" && /^[A-Z_\d]+$/.test(code)) return code;
    found = found.cause;
  }
  return undefined;
}
