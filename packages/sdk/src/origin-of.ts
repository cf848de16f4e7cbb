// The addresses that a client or an embedded edge is made with.

/** The origin of an address, for errors. Throws a TypeError that says what to give where it is none; `name` is the option's. */
export function originOf(address: string, name: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`\`${name}\` must be an http or https address, such as http://127.0.0.1:8081.`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError(`\`${name}\` must be an address alone, without credentials, query and fragment.`);
  }
  return url.origin;
}
