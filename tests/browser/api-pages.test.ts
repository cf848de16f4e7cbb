// The two API pages in a real browser: they bring everything from here, break no rule of their own policy, and list every
// operation. On a machine without a browser the titles say so, and what the pages name is fetched over HTTP instead.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { operationList } from "@portcullis/contract";
import { useDatabase, useStack } from "@portcullis/testkit";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const stack = useStack(useDatabase("sqlite"), { oneTenant: true, sidecars: 0, toolNames: ["echo"] });
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** A guard against a hang, no measure of speed. */
const HANG_MS = 100_000;
const browserPath = findOnPath(NAMES);

interface Visit {
  readonly page: Page;
  /** Requests that left this service, whether they were answered or not. */
  readonly elsewhere: string[];
  /** Errors of the page's scripts, of its policy, and answers that were none. */
  readonly problems: string[];
}

if (browserPath !== undefined) {
  describe(`in ${browserPath}`, () => {
    let browser: Browser;
    beforeAll(async () => {
      const args = ["--no-sandbox", "--disable-gpu"];
      browser = await chromium.launch({ executablePath: browserPath, args, timeout: HANG_MS });
    });
    afterAll(() => browser?.close());

    const visit = async (path: string): Promise<Visit> => {
      const page = await browser.newPage();
      page.setDefaultTimeout(HANG_MS);
      const elsewhere: string[] = [];
      const problems: string[] = [];
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (!["data:", "blob:"].includes(protocol) && origin !== stack().url) elsewhere.push(request.url());
      });
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("requestfailed", (request) => problems.push(`${request.url()} ${request.failure()?.errorText}`));
      page.on("response", (answer) => answer.status() >= 400 && problems.push(`${answer.url()} ${answer.status()}`));
      await page.goto(`${stack().url}${path}`);
      return { page, elsewhere, problems };
    };

    test.each([
      ["/docs", ".opblock", ".opblock-summary-path"],
      ["/redoc", '[data-section-id*="/operation/"]', "h2"],
    ])("%s lists every operation, with nothing from elsewhere and no error", async (path, each, heading) => {
      const { page, elsewhere, problems } = await visit(path);
      const blocks = page.locator(each);
      await expect.poll(() => blocks.count(), { timeout: HANG_MS }).toBe(operationList.length);
      expect(await page.locator(`${each} ${heading}`).count()).toBeGreaterThanOrEqual(operationList.length);
      const ids = await blocks.evaluateAll((found) =>
        found.map((block) => block.id || (block.getAttribute("data-section-id") ?? "")),
      );
      for (const { id } of operationList) {
        const isThere = ids.some((one) => one.replaceAll(/[^A-Za-z0-9]/g, "").endsWith(id.replaceAll(".", "")));
        expect(isThere, `${id} among ${ids.join(" ")}`).toBe(true);
      }
      expect({ elsewhere, problems }).toEqual({ elsewhere: [], problems: [] });
      await page.close();
    });

    test("the policy of the pages holds: a script from elsewhere does not run, nor is anything sent there", async () => {
      const { page } = await visit("/docs");
      // A server that would answer: what does not arrive was refused by the page.
      const other = stack().tools.url;
      const asked = stack().tools.runs;
      const ran = await page.evaluate(`(async () => {
        const script = document.createElement("script");
        const loaded = new Promise((resolve) => {
          script.onload = () => resolve("ran");
          script.onerror = () => resolve("refused");
        });
        script.src = "${other}/script.js";
        document.body.append(script);
        const sent = await fetch("${other}/").then(() => "sent", () => "refused");
        return [await loaded, sent];
      })()`);
      expect(asked).toEqual([]);
      expect(ran).toEqual(["refused", "refused"]);
      await page.close();
    });
  });
} else {
  describe(`WITHOUT A BROWSER (none of ${NAMES.join(", ")} is on PATH: install Chromium to have the pages rendered)`, () => {
    test.each(["/docs", "/redoc"])("%s and all that it names is served from here", async (path) => {
      const page = await stack().callPath("GET", path);
      expect(page.headers["content-security-policy"]).toMatch(/default-src 'none'.*script-src 'self'/);
      const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)]
        .map(([, link]) => link ?? "")
        .filter((link) => !link.startsWith("data:"));
      expect(links.length).toBeGreaterThan(1);
      for (const link of links) {
        expect(link).toMatch(/^\//);
        const answer = await stack().callPath("GET", link);
        expect(answer.status, link).toBe(200);
        expect(answer.text.length, link).toBeGreaterThan(0);
      }
    });
  });
}

function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
