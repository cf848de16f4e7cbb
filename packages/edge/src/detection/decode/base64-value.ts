// Letters of base64 and their values, of the standard alphabet and of the one for addresses.

/** Value of each ASCII character as a letter of base64, -1 when it is none. */
export const BASE64_VALUE = new Int8Array(128).fill(-1);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((sign, value) => {
  BASE64_VALUE[sign.charCodeAt(0)] = value;
});
BASE64_VALUE[0x2d] = 62;
BASE64_VALUE[0x5f] = 63;
