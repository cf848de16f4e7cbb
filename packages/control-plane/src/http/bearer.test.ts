import { expect, it } from "vitest";
import { requireToken, tokenCookie } from "./bearer.js";

it("the cookie is Secure in production only, and scripts and other sites never get it", () => {
  expect(tokenCookie("t", 900, true)).toBe("acp_token=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=900; Secure");
  expect(tokenCookie("t", 900, false)).toBe("acp_token=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=900");
});

it("a bearer token is one word after its scheme", () => {
  for (const authorization of ["", "Bearer", "Bearer ", "Bearer a b", "Bearer a,b", "Token a", "a"]) {
    expect(() => requireToken({ authorization })).toThrow();
  }
  expect(requireToken({ authorization: "bearer a.b.c" })).toEqual({ token: "a.b.c", by: "header" });
  expect(requireToken({ cookie: "x=1; acp_token=a.b.c; y=2" })).toEqual({ token: "a.b.c", by: "cookie" });
  for (const cookie of ["", "acp_token=", "xacp_token=a", "acp_tokenx=a"])
    expect(() => requireToken({ cookie })).toThrow();
});
