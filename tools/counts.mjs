// How many tests passed and failed, from the reports of vitest and Playwright.
// Both can exit 0 without having run anything, and both can fail without a failed test (a file that does not load):
// so neither the exit code nor the counts are enough alone.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './house.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, note?: string }} Outcome */

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

/**
 * @param {{ passed: number, failed: number, skipped: number } | null} counts null when the run left no report
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
    },
    exitCode,
  );
}
