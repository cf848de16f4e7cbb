import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fetch, parseRetryAfter, type RetryPolicy, retrying } from "./retrying.js";

const URL_TEXT = "https://gateway.test/execute";
type Step = Response | Error | ((init: RequestInit) => Promise<Response>);

/** A fetch that plays steps, and a policy whose waiting is recorded instead of done. */
function setUp(steps: Step[], policy: RetryPolicy = {}) {
  const calls: RequestInit[] = [];
  const waits: number[] = [];
  const fetch: Fetch = async (_input, init = {}) => {
    calls.push(init);
    const step = steps[calls.length - 1];
    if (step === undefined) throw new Error("no step left");
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(init) : step;
  };
  const send = retrying(fetch, {
    random: () => 0.5,
    sleep: async (delayMs) => {
      waits.push(delayMs);
    },
    ...policy,
  });
  return { calls, waits, send };
}

const answer = (status: number, headers: Record<string, string> = {}) => new Response("{}", { status, headers });
const neverAnswers = (init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    if (init.signal?.aborted) reject(init.signal.reason);
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason), { once: true });
  });

describe("retrying fetch", () => {
  it.each([200, 201, 204, 400, 401, 403, 404, 409, 422])("%i is answered at once", async (status) => {
    const { send, calls } = setUp([new Response(null, { status })]);
    expect((await send(URL_TEXT)).status).toBe(status);
    expect(calls).toHaveLength(1);
  });

  it.each([429, 500, 502, 503])(
    "%i is tried again, three attempts in all, and the last answer given",
    async (status) => {
      const { send, calls, waits } = setUp([answer(status), answer(status), answer(status)]);
      expect((await send(URL_TEXT)).status).toBe(status);
      expect(calls).toHaveLength(3);
      expect(waits).toEqual([125, 250]);
    },
  );

  it("504 is tried again once only", async () => {
    const { send, calls } = setUp([answer(504), answer(504), answer(200)]);
    expect((await send(URL_TEXT)).status).toBe(504);
    expect(calls).toHaveLength(2);
  });

  it("an error of the network is tried again, and the last one thrown as it is", async () => {
    const lost = new TypeError("fetch failed");
    expect((await setUp([lost, answer(200)]).send(URL_TEXT)).status).toBe(200);
    await expect(setUp([lost, lost, lost]).send(URL_TEXT)).rejects.toBe(lost);
  });

  it("Retry-After replaces the backoff, as seconds or as a date", async () => {
    const now = Date.parse("Wed, 21 Oct 2026 07:28:00 GMT");
    const { send, waits } = setUp(
      [
        answer(429, { "retry-after": "2" }),
        answer(503, { "retry-after": "Wed, 21 Oct 2026 07:28:05 GMT" }),
        answer(200),
      ],
      { now: () => now },
    );
    expect((await send(URL_TEXT)).status).toBe(200);
    expect(waits).toEqual([2000, 5000]);
  });

  it("a Retry-After beyond the policy's patience gives the answer back", async () => {
    const { send, calls } = setUp([answer(429, { "retry-after": "3600" })]);
    const response = await send(URL_TEXT);
    expect(response.status).toBe(429);
    expect(await response.text()).toBe("{}");
    expect(calls).toHaveLength(1);
  });

  it("backoff stays between zero and its bound, whatever chance says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (chance) => {
        const steps = Array.from({ length: 8 }, () => answer(503));
        const { send, waits } = setUp(steps, {
          maxAttempts: 8,
          baseDelayMs: 100,
          maxDelayMs: 1000,
          random: () => chance,
        });
        await send(URL_TEXT);
        waits.forEach((wait, index) => {
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(Math.min(1000, 100 * 2 ** index));
        });
        expect(waits).toHaveLength(7);
      }),
      { numRuns: 20 },
    );
  });

  it("the hook changes headers per attempt; the caller's headers and body stay", async () => {
    const headers = { "x-idempotency-key": "k" };
    const { send, calls } = setUp([answer(503), answer(200)], {
      prepareAttempt: (changed, attempt) => changed.set("x-request-id", `attempt-${attempt}`),
    });
    await send(URL_TEXT, { method: "POST", body: "{}", headers });
    expect(calls.map((init) => new Headers(init.headers).get("x-request-id"))).toEqual(["attempt-1", "attempt-2"]);
    expect(calls.map((init) => new Headers(init.headers).get("x-idempotency-key"))).toEqual(["k", "k"]);
    expect(calls.map((init) => [init.method, init.body])).toEqual([
      ["POST", "{}"],
      ["POST", "{}"],
    ]);
    expect(headers).toEqual({ "x-idempotency-key": "k" });
  });

  it("an error of the hook is thrown, not tried again", async () => {
    const { send, calls } = setUp([answer(200)], {
      prepareAttempt: () => {
        throw new Error("no token");
      },
    });
    await expect(send(URL_TEXT)).rejects.toThrow("no token");
    expect(calls).toHaveLength(0);
  });

  it("the policy decides, and may read a clone of the answer", async () => {
    const { send, calls } = setUp([answer(502), answer(502)], {
      shouldRetry: async (outcome) => "response" in outcome && (await outcome.response.clone().text()) === "retry",
    });
    expect(await (await send(URL_TEXT)).text()).toBe("{}");
    expect(calls).toHaveLength(1);
  });

  it("a body that is a stream is sent once", async () => {
    const { send, calls } = setUp([answer(503), answer(200)]);
    const body = new ReadableStream({ start: (controller) => controller.close() });
    expect((await send(URL_TEXT, { method: "POST", body, duplex: "half" })).status).toBe(503);
    expect(calls).toHaveLength(1);
  });

  it("an attempt that takes too long is ended and tried again", async () => {
    const { send, calls } = setUp([neverAnswers, answer(200)], { attemptTimeoutMs: 5 });
    expect((await send(URL_TEXT)).status).toBe(200);
    expect(calls).toHaveLength(2);
    await expect(setUp([neverAnswers], { attemptTimeoutMs: 5, maxAttempts: 1 }).send(URL_TEXT)).rejects.toMatchObject({
      code: "attempt_timeout",
    });
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])(
    "an attempt may take %d ms, which no timer of the system can",
    async (ms) => {
      const later = () => new Promise<Response>((resolve) => setTimeout(() => resolve(answer(200)), 30));
      const { send, calls } = setUp([later], { attemptTimeoutMs: ms });
      expect((await send(URL_TEXT)).status).toBe(200);
      expect(calls).toHaveLength(1);
    },
  );

  it("the caller's abort ends the attempt and is not tried again", async () => {
    const controller = new AbortController();
    const { send, calls } = setUp([neverAnswers, answer(200)], { attemptTimeoutMs: 10_000 });
    const sent = send(URL_TEXT, { signal: controller.signal });
    controller.abort(new Error("caller gave up"));
    await expect(sent).rejects.toThrow("caller gave up");
    expect(calls.length).toBeLessThanOrEqual(1);
  });

  it("the caller's abort ends the waiting between attempts", async () => {
    const controller = new AbortController();
    const fetch: Fetch = async () => {
      queueMicrotask(() => controller.abort(new Error("caller gave up")));
      return answer(503, { "retry-after": "50" });
    };
    await expect(retrying(fetch)(URL_TEXT, { signal: controller.signal })).rejects.toThrow("caller gave up");
  });

  it("a signal that is aborted already sends nothing", async () => {
    const { send, calls } = setUp([answer(200)]);
    await expect(send(URL_TEXT, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
    expect(calls).toHaveLength(0);
  });

  it("without a recorded sleep it really waits and goes on", async () => {
    const answers = [answer(503), answer(200)];
    const send = retrying(async () => answers.shift() ?? answer(500), { baseDelayMs: 1 });
    expect((await send(URL_TEXT)).status).toBe(200);
  });
});

describe("Retry-After", () => {
  const now = Date.parse("Wed, 21 Oct 2026 07:28:00 GMT");
  it.each<[string | null, number | null]>([
    ["0", 0],
    ["120", 120_000],
    ["0.5", 500],
    ["Wed, 21 Oct 2026 07:28:01 GMT", 1000],
    ["Wed, 21 Oct 2020 07:28:01 GMT", 0],
    ["-1", null],
    ["soon", null],
    ["2026-10-21", null],
    ["", null],
    [null, null],
  ])("%j means %s ms", (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});
