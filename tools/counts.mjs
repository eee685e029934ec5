// Counts passed and failed tests in the reports of vitest and Playwright. Both can exit 0 without having run any test,
// and both can fail without a failed test (a file that does not load), so the exit code and the counts are both needed.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './script.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string, failures?: string[] }} Outcome
 * failures: the failed tests with file and first lines of the message, to be repeated at the end of the output
 */

/**
 * @param {string} file relative to the project's folder
 * @returns {any} null when the run left no report
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(resolve(root, file), 'utf8'));
  } catch {
    return null;
  }
}

const LINES_OF_A_FAILURE = 12;

/** @param {string} where @param {string | undefined} why @returns {string} */
function failure(where, why = '') {
  const lines = stripVTControlCharacters(why).trim().split('\n').slice(0, LINES_OF_A_FAILURE);
  return [where, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** @param {any} report vitest's @returns {string[]} */
function vitestFailures(report) {
  return (report.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
    const path = relative(root, file.name);
    // A file that does not load has a message and no tests.
    if (failed.length === 0) return file.status === 'failed' ? [failure(path, file.message)] : [];
    return failed.map((/** @type {any} */ test) =>
      failure(`${path} › ${test.fullName}`, test.failureMessages[0]),
    );
  });
}

/** @param {any} suite Playwright's report, or a suite in it @returns {string[]} */
function playwrightFailures(suite) {
  const here = (suite.specs ?? [])
    .filter((/** @type {any} */ { ok }) => !ok)
    .map((/** @type {any} */ spec) => {
      const results = spec.tests.flatMap((/** @type {any} */ test) => test.results);
      const told = results.find((/** @type {any} */ { error }) => error);
      return failure(`${spec.file}:${spec.line} › ${spec.title}`, told?.error.message);
    });
  return [...here, ...(suite.suites ?? []).flatMap(playwrightFailures)];
}

/**
 * @param {Outcome | null} counts null when the run left no report
 * @param {number} exitCode
 * @returns {Outcome} with at least one failure whenever something is wrong
 */
function judge(counts, exitCode) {
  if (!counts) return { passed: 0, failed: 1, skipped: 0, note: 'the run ended without a report' };
  if (counts.failed > 0) return counts;
  if (exitCode !== 0) return { ...counts, failed: 1, note: 'an error outside of any test, see above' };
  if (counts.passed === 0) return { ...counts, failed: 1, note: 'no test ran' };
  return counts;
}

/**
 * @param {string} file vitest's JSON report
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function countVitest(file, exitCode) {
  const report = readReport(file);
  return judge(
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: vitestFailures(report),
    },
    exitCode,
  );
}

/**
 * @param {string} file Playwright's JSON report
 * @param {number} exitCode
 * @returns {Outcome} a test that only passed when tried again counts as failed
 */
export function countPlaywright(file, exitCode) {
  const report = readReport(file);
  return judge(
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
      failures: playwrightFailures(report),
    },
    exitCode,
  );
}

/**
 * @param {Outcome[]} outcomes of parts of one step
 * @returns {Outcome}
 */
export function sumOf(outcomes) {
  const notes = outcomes.flatMap(({ note }) => note ?? []);
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: outcomes.flatMap(({ failures = [] }) => failures),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  };
}
