import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, sumOf } from './counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vault-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = (numPassedTests: number, numFailedTests = 0) =>
  report({ numPassedTests, numFailedTests, numPendingTests: 1, numTodoTests: 0 });

const playwright = (stats: Partial<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>) =>
  report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } });

describe('npm test', () => {
  it('npm test counts passed, failed and skipped tests', () => {
    expect(countVitest(vitest(7), 0)).toMatchObject({ passed: 7, failed: 0, skipped: 1 });
    expect(countVitest(vitest(7, 2), 1)).toMatchObject({ passed: 7, failed: 2, skipped: 1 });
    expect(countPlaywright(playwright({ expected: 3, skipped: 2 }), 0)).toMatchObject({
      passed: 3,
      failed: 0,
      skipped: 2,
    });
  });

  it('npm test fails when no test ran, although the runner exits 0', () => {
    expect(countVitest(vitest(0), 0).failed).toBe(1);
    expect(countPlaywright(playwright({ skipped: 4 }), 0).failed).toBe(1);
  });

  it('npm test adds the parts of a step, and fails when one of them fails', () => {
    const parts = [countVitest(vitest(7), 0), countVitest(vitest(0), 0)];
    expect(sumOf(parts)).toMatchObject({ passed: 7, failed: 1, skipped: 2, note: 'no test ran' });
    expect(sumOf([countVitest(vitest(7), 0), countVitest(vitest(2), 0)]).failed).toBe(0);
  });

  it('npm test fails when a file does not load, although no test failed', () => {
    expect(countVitest(vitest(7), 1).failed).toBe(1);
    expect(countPlaywright(playwright({ expected: 3 }), 1).failed).toBe(1);
  });

  it('npm test fails when the run left no report', () => {
    expect(countVitest(join(folder, 'none.json'), 0).failed).toBe(1);
  });

  it('npm test fails when a journey passed only at the second attempt', () => {
    expect(countPlaywright(playwright({ expected: 3, flaky: 1 }), 0).failed).toBe(1);
  });

  it('npm test repeats failed tests at its end, with file and first lines of the message', () => {
    const unit = report({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        {
          name: join(process.cwd(), 'server/src/tree/names.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'names are kept', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'names are unique',
              failureMessages: ['\u{1B}[31mexpected 1\u{1B}[0m\nto be 2'],
            },
          ],
        },
        {
          name: join(process.cwd(), 'server/src/tree/lost.test.ts'),
          status: 'failed',
          message: 'No such module',
          assertionResults: [],
        },
      ],
    });
    expect(countVitest(unit, 1).failures).toEqual([
      'server/src/tree/names.test.ts › names are unique\n    expected 1\n    to be 2',
      'server/src/tree/lost.test.ts\n    No such module',
    ]);

    const spec = (ok: boolean, title: string, error?: object) => ({
      ok,
      title,
      file: 'tree.spec.ts',
      line: 7,
      tests: [{ results: [{ error }] }],
    });
    const journeys = report({
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [
        {
          specs: [spec(true, 'the tree is shown')],
          suites: [{ specs: [spec(false, 'the tree is kept', { message: 'Timed out' })] }],
        },
      ],
    });
    expect(countPlaywright(journeys, 1).failures).toEqual([
      'tree.spec.ts:7 › the tree is kept\n    Timed out',
    ]);
  });
});
