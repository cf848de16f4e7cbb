/**
 * Before every test file: properties run over the same cases each time, so that a run of the same tree ends the same way.
 * PORTCULLIS_TEST_SEED=random (or a number) looks at others; a property that fails prints its seed.
 */
import fc from "fast-check";

const SEED = 20_190_917;
const wanted = process.env.PORTCULLIS_TEST_SEED;
if (wanted !== "random") {
  const seed = wanted === undefined ? SEED : Number(wanted);
  if (!Number.isSafeInteger(seed))
    throw new Error(`PORTCULLIS_TEST_SEED is a whole number or "random", not ${wanted}.`);
  fc.configureGlobal({ seed });
}
