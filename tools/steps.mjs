// The steps of `npm test`, in order. Each returns how many checks passed and failed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildEmbedded, buildWeb } from './build-web.mjs';
import { runBounded } from './bounded.mjs';
import { countPlaywright, countVitest, sumOf } from './counts.mjs';
import { checkEnv, root, print } from './script.mjs';
import { BROWSER, installSystemPackages, hasProgram } from './system-packages.mjs';

/**
 * @typedef {import('./counts.mjs').Outcome} Outcome
 * @typedef {{
 *   name: string,
 *   what: string,
 *   run: (args: string[]) => Promise<Outcome>,
 *   runsBeside?: boolean,
 *   usesPrograms?: boolean,
 * }} Step
 * `runsBeside`: beside the next steps, up to the first one that uses programs of the operating system (`usesPrograms`)
 */

const MINUTE_MS = 60_000;
const TOOL_LIMIT_MS = 3 * MINUTE_MS;
// Ends a run that hangs. On the slowest machine, with other work beside it, a run was not done after 24 minutes
// (docs/decisions/test-speed.md).
const UNIT_LIMIT_MS = 40 * MINUTE_MS;
const E2E_LIMIT_MS = 40 * MINUTE_MS;

const inCi = process.env['CI'] === 'true';

/** @param {number} exitCode @returns {Outcome} */
function oneCheck(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Creates a step that runs one script of package.json and passes or fails as a whole.
 * @param {string} name
 * @param {string} what
 * @param {string} npmScript
 * @returns {Step}
 */
function script(name, what, npmScript) {
  return {
    name,
    what,
    run: async () => oneCheck(await runBounded('npm', ['run', '-s', npmScript], TOOL_LIMIT_MS)),
  };
}

/** @returns {Promise<Outcome>} */
async function systemPackages() {
  const missing = await installSystemPackages();
  for (const { program, packages, without } of missing) {
    print(`${program} is missing (Debian: ${packages.join(' ')}). Not checked: ${without}.`);
  }
  if (missing.length === 0) return { passed: 1, failed: 0, skipped: 0 };
  return inCi
    ? { passed: 0, failed: missing.length, skipped: 0, note: 'CI runs all checks: install them' }
    : { passed: 0, failed: 0, skipped: missing.length, note: 'the checks that need them are skipped' };
}

/**
 * Runs Vitest and counts the tests of its report.
 * @param {string} name of the report
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function vitest(name, args) {
  const report = `test-results/${name}.json`;
  rmSync(join(root, report), { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return countVitest(report, await runBounded('vitest', ['run', ...reporters, ...args], UNIT_LIMIT_MS));
}

/**
 * The component tests run in a process beside the others: each of the two waits often, and Vitest itself would run them
 * one after the other.
 * @param {string[]} args passed on: file names or `-t name`; all files when left out
 * @returns {Promise<Outcome>}
 */
async function unit(args) {
  if (args.length > 0 || !(inCi || hasProgram(BROWSER))) return vitest('unit', args);
  return sumOf(
    await Promise.all([
      vitest('unit', ['--project=!components*']),
      vitest('components', ['--project=components*']),
    ]),
  );
}

/** @returns {Promise<Outcome>} */
async function web() {
  await buildWeb();
  await buildEmbedded();
  return oneCheck(await runBounded('npm', ['run', '-s', 'size'], TOOL_LIMIT_MS));
}

/** @param {string[]} args passed on: file names or `-g name` @returns {Promise<Outcome>} */
async function e2e(args) {
  if (!hasProgram(BROWSER) && !inCi) {
    return { passed: 0, failed: 0, skipped: 1, note: `no ${BROWSER} on this machine` };
  }
  await buildWeb();
  await buildEmbedded();
  const report = 'test-results/e2e.json';
  rmSync(join(root, report), { force: true });
  const env = { ...checkEnv(), PLAYWRIGHT_JSON_OUTPUT_NAME: join(root, report) };
  const playwright = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  return countPlaywright(report, await runBounded('playwright', [...playwright, ...args], E2E_LIMIT_MS, env));
}

/** @type {Step[]} */
export const steps = [
  { name: 'system', what: 'programs that the tests use', run: systemPackages, runsBeside: true },
  script('lockfile', 'package-lock.json is complete', 'lock:check'),
  script('dependencies', 'licences, hashes and known advisories of packages', 'dependencies:check'),
  script('format', 'formatting', 'format:check'),
  script('lint', 'lint and types', 'lint'),
  // Both use one core; the build and the check of its size leave the other one idle half of the time.
  { ...script('architecture', 'import rules', 'architecture'), runsBeside: true },
  { ...script('unused', 'unused code and dependencies', 'unused'), runsBeside: true },
  { name: 'web', what: 'web build and its size', run: web },
  { name: 'unit', what: 'units and HTTP, with a real PostgreSQL', run: unit, usesPrograms: true },
  { name: 'e2e', what: 'journeys in a real browser', run: e2e, usesPrograms: true },
];
