import { expect, test } from 'vitest';
import { failureCauses } from './failure-causes.mjs';

const CLICK =
  'a.spec.ts:3 › moves a file\n    TimeoutError: locator.click: Timeout 10000ms exceeded.\n    Call log:';
const ROWS = 'b.spec.ts:9 › lists files\n    Error: rows of the list\n    expected';

test('failures are grouped by the first line of their message, the most frequent cause first', () => {
  expect(failureCauses([[ROWS], [], [CLICK], [CLICK, ROWS.replace('b.spec', 'c.spec'), CLICK]])).toEqual([
    {
      cause: 'TimeoutError: locator.click: Timeout 10000ms exceeded.',
      tests: [{ where: 'a.spec.ts:3 › moves a file', runs: [3, 4, 4] }],
    },
    {
      cause: 'Error: rows of the list',
      tests: [
        { where: 'b.spec.ts:9 › lists files', runs: [1] },
        { where: 'c.spec.ts:9 › lists files', runs: [4] },
      ],
    },
  ]);
});

test('a failure without a message has its own cause', () => {
  expect(failureCauses([['a.spec.ts:3 › moves a file']])).toEqual([
    { cause: 'no message', tests: [{ where: 'a.spec.ts:3 › moves a file', runs: [1] }] },
  ]);
});

test('runs without failures have no causes', () => {
  expect(failureCauses([[], []])).toEqual([]);
});
