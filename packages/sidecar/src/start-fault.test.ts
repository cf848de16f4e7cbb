import { errorTable, Refusal } from "@portcullis/contract";
import { describe, expect, it } from "vitest";
import { describeStartFault } from "./start-fault.js";

const URL_TEXT = "https://plane.example/base";

describe("a start that failed", () => {
  const said = "The control plane at https://plane.example refused the sidecar";

  it.each(["invalid_api_key", "insufficient_scope"] as const)("names what is refused, and the key: %s", (code) => {
    const words = describeStartFault(new Refusal(code), URL_TEXT);
    expect(words).toContain(`${said}: ${code}. Set PORTCULLIS_API_KEY, or PORTCULLIS_API_KEY_FILE,`);
    expect(words).toContain("the scope 'edge'");
  });

  it.each(["ip_blocked", "store_unavailable"] as const)("says of any other refusal what to do: %s", (code) => {
    const words = describeStartFault(new Refusal(code), URL_TEXT);
    expect(words).toBe(`${said}: ${code}. ${errorTable[code].hint}`);
  });

  it("names the address that does not answer, and the setting that it comes from", () => {
    const words = describeStartFault(new Refusal("control_plane_unreachable"), URL_TEXT);
    expect(words).toContain("does not answer at https://plane.example.");
    expect(words).toContain("PORTCULLIS_CONTROL_PLANE_URL");
  });

  it("does not ask whether it runs where something answers that is none", () => {
    const words = describeStartFault(new Refusal("control_plane_unreachable", { detail: "It is a page." }), URL_TEXT);
    expect(words).toContain("What answers at https://plane.example is no control plane");
    expect(words).toContain("It is a page. PORTCULLIS_CONTROL_PLANE_URL");
    expect(words).not.toContain("Is it running?");
  });

  it.each([
    ["SELF_SIGNED_CERT_IN_CHAIN", "Its certificate is of no authority"],
    ["UND_ERR_SOCKET", "It closed the connection without an answer"],
  ])("says why it gave no answer (%s), and not that it may be down", (code, why) => {
    const cause = Object.assign(new Error("of the system"), { code });
    const words = describeStartFault(new Refusal("control_plane_unreachable", {}, { cause }), URL_TEXT);
    expect(words).toContain(`control plane at https://plane.example. ${why}`);
    expect(words).not.toContain("Is it running?");
  });

  it("is told as it is where it is the sidecar's own", () => {
    expect(describeStartFault(new Error("Port 1 is in use."), URL_TEXT)).toBe("Port 1 is in use.");
  });
});
