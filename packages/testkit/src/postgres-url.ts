/**
 * Where the PostgreSQL of this test run is. The test script names it in `PORTCULLIS_TEST_POSTGRES_URL`; under a bare
 * `npx vitest run` the first suite that asks makes vitest's main process start one, and the others share it.
 */

export const POSTGRES_URL_VARIABLE = "PORTCULLIS_TEST_POSTGRES_URL";
export const POSTGRES_STARTER_VARIABLE = "PORTCULLIS_TEST_POSTGRES_STARTER";

/** The URL of a superuser on the run's server. Throws, and never skips, when no server can be started. */
export async function findPostgresUrl(): Promise<string> {
  const known = process.env[POSTGRES_URL_VARIABLE];
  if (known !== undefined && known !== "") return known;
  const starter = process.env[POSTGRES_STARTER_VARIABLE];
  if (starter === undefined) {
    throw new Error(`No PostgreSQL for tests: run them through npm test or vitest, or set ${POSTGRES_URL_VARIABLE}.`);
  }
  const answer = await fetch(starter, { method: "POST" });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  process.env[POSTGRES_URL_VARIABLE] = text;
  return text;
}
