/**
 * The oldest browsers that are supported, for the syntax of scripts and style sheets (docs/decisions/browsers.md). The
 * functions that scripts may call follow from `lib` in web/tsconfig.json and from e2e/older-browsers.spec.ts.
 */
export const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];
