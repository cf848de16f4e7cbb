// Folders outside a project that programs fill again by themselves: caches of package managers and temporary
// files. A path that climbs out of its folder is none of them.

/** Homes, as a shell and the file system write them. */
const HOME = "(?:~|\\$HOME|\\$\\{HOME(?::\\?)?\\}|/root|/home/[\\w.*-]{1,40}|/Users/[\\w.*-]{1,40})";
/** Folders in a home, besides `.cache`. */
const IN_HOME = [
  "\\.npm",
  "\\.yarn/(?:cache|berry/cache)",
  "\\.pnpm-store",
  "\\.bun/install/cache",
  "\\.gradle/caches",
  "\\.ivy2/cache",
  "\\.m2/repository",
  "\\.cargo/(?:registry|git)",
  "\\.bundle/cache",
  "\\.composer/cache",
  "\\.nuget/packages",
  "\\.conda/pkgs",
  "\\.sbt/boot",
  "\\.local/share/Trash",
  "Library/Caches",
  "Library/Developer/Xcode/DerivedData",
].join("|");
const SYSTEM = [
  "/var/lib/apt/lists",
  "/var/cache/(?:apt|apk|yum|dnf|libdnf5|zypp|pacman|debconf|man|fontconfig|ldconfig|nginx|ccache)",
  "/etc/apk/cache",
  "/opt/conda/pkgs",
  "/usr/local/share/\\.cache",
  "/usr/share/(?:doc|man|info)",
].join("|");
/** What is below one of them. */
const BELOW = "(?:/[\\w.*?@+-]{1,80}){0,6}/?";
/** Where a project lies whose builds are made again, and what they make. */
const PROJECTS = `(?:${HOME}|/(?:app|workspaces?|builds?|code|project|repo|src|usr/src/app|github/workspace|__w|srv/app))`;
const REBUILT = "(?:node_modules|dist|build|target|coverage|__pycache__|\\.venv|venv|\\.next|\\.turbo|\\.pytest_cache)";
const CACHE = new RegExp(
  `^(?:${HOME}/(?:\\.cache|${IN_HOME})|${PROJECTS}(?:/[\\w@+-][\\w.@+-]{0,60}){0,5}/${REBUILT}|${SYSTEM})${BELOW}$|^(?:/var)?/tmp(?:/[\\w.*?@+-]{1,80}){1,6}/?$`,
);
const CLIMBS = /(?:^|\/)\.\.(?:\/|$)/;

/** Whether a target is such a folder, or what is in it. */
export function isCache(target: string): boolean {
  return CACHE.test(target) && !CLIMBS.test(target);
}

/** Whether a path from the root, from a home or from a variable climbs: it may lead anywhere. */
export function climbsAway(target: string): boolean {
  return /^[/~$%]/.test(target) && CLIMBS.test(target);
}
