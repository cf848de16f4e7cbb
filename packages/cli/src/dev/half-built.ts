// A program of ours that could not be loaded because its files are missing or do not fit together: it was never built, or a
// build is replacing it right now. Node's own words for that send people looking in the wrong place.

const LOADING_FAILED =
  /ERR_MODULE_NOT_FOUND|Cannot find module|SyntaxError: (?:The requested module|Unexpected end of input|Invalid or unexpected token|missing \))/;

export const HALF_BUILT = "The programs are not built whole: a build is replacing them, or there was none.";
export const BUILD_FIRST = "Wait for the build to end, or run `npm run setup`, and start again.";

/** Whether what a program said before it ended says so. */
export function isHalfBuilt(said: string): boolean {
  return LOADING_FAILED.test(said);
}
