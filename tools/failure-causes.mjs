// Groups the failures of several runs by cause.

/**
 * @typedef {{ cause: string, tests: { where: string, runs: number[] }[] }} Cause
 * cause: first line of the error message; where: file, line and title of the test; runs: counted from 1
 */

/**
 * @param {string[][]} failuresOfRuns for each run its failures as counts.mjs writes them: the test, then indented lines
 * of its message
 * @returns {Cause[]} the cause with most failures first
 */
export function failureCauses(failuresOfRuns) {
  /** @type {Map<string, Map<string, number[]>>} */
  const causes = new Map();
  for (const [index, failures] of failuresOfRuns.entries()) {
    for (const failure of failures) {
      const [where = '', message = ''] = failure.split('\n');
      const cause = message.trim() === '' ? 'no message' : message.trim();
      const tests = causes.get(cause) ?? new Map();
      causes.set(cause, tests);
      tests.set(where, [...(tests.get(where) ?? []), index + 1]);
    }
  }
  return [...causes]
    .map(([cause, tests]) => ({ cause, tests: [...tests].map(([where, runs]) => ({ where, runs })) }))
    .toSorted((one, other) => failuresOf(other) - failuresOf(one));
}

/** @param {Cause} cause @returns {number} */
const failuresOf = ({ tests }) => tests.reduce((sum, { runs }) => sum + runs.length, 0);
