import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './counts.mjs';

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
  it('counts what passed, failed and was skipped', () => {
    expect(countVitest(vitest(7), 0)).toEqual({ passed: 7, failed: 0, skipped: 1 });
    expect(countVitest(vitest(7, 2), 1)).toEqual({ passed: 7, failed: 2, skipped: 1 });
    expect(countPlaywright(playwright({ expected: 3, skipped: 2 }), 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 2,
    });
  });

  it('fails when no test ran, although the runner is content', () => {
    expect(countVitest(vitest(0), 0).failed).toBe(1);
    expect(countPlaywright(playwright({ skipped: 4 }), 0).failed).toBe(1);
  });

  it('fails when a file does not load, although no test failed', () => {
    expect(countVitest(vitest(7), 1).failed).toBe(1);
    expect(countPlaywright(playwright({ expected: 3 }), 1).failed).toBe(1);
  });

  it('fails when the run left no report', () => {
    expect(countVitest(join(folder, 'none.json'), 0).failed).toBe(1);
  });

  it('fails when a journey passed only at the second try', () => {
    expect(countPlaywright(playwright({ expected: 3, flaky: 1 }), 0).failed).toBe(1);
  });
});
