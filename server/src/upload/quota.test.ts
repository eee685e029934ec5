import { expect, test } from 'vitest';
import { VaultError } from '../http/index.ts';
import { mustHaveRoom, roomIn, type Waiting, type WaitingLimits } from './quota.ts';

const LIMITS: WaitingLimits = {
  visit: { bytes: 100, files: 3 },
  link: { bytes: 200, files: 0 },
  account: { bytes: 0, files: 0 },
  record: { bytes: 0, files: 5 },
};

const codeOf = (waiting: Waiting[], bytes: number, files: number) => {
  try {
    mustHaveRoom(waiting, LIMITS, { bytes, files });
    return null;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return `${error.code} ${error.errorCode}`;
  }
};

test.each<[Waiting[], number, number, string | null]>([
  [[{ scope: 'visit', bytes: 60, files: 1 }], 40, 1, null],
  [[{ scope: 'visit', bytes: 60, files: 1 }], 41, 1, '507 VISIT_UPLOAD_LIMIT'],
  [[{ scope: 'visit', bytes: 0, files: 3 }], 0, 1, '507 VISIT_UPLOAD_LIMIT'],
  [[{ scope: 'visit', bytes: 500, files: 9 }], 0, 0, null],
  [[{ scope: 'visit', bytes: 500, files: 1 }], 0, 1, null],
  [[{ scope: 'visit', bytes: 0, files: 0 }], 101, 1, '413 UPLOAD_TOO_LARGE'],
  [[{ scope: 'link', bytes: 150, files: 10_000 }], 50, 1, null],
  [[{ scope: 'link', bytes: 150, files: 0 }], 51, 1, '507 LINK_UPLOAD_LIMIT'],
  [[{ scope: 'account', bytes: 1e15, files: 1e6 }], 1e12, 1e4, null],
  [[{ scope: 'record', bytes: 1e15, files: 5 }], 0, 1, '507 RECORD_UPLOAD_LIMIT'],
  [
    [
      { scope: 'visit', bytes: 0, files: 0 },
      { scope: 'link', bytes: 199, files: 0 },
    ],
    2,
    1,
    '507 LINK_UPLOAD_LIMIT',
  ],
])(
  'GUARD-24 with %j waiting, %i bytes and %i files are refused with %s',
  (waiting, bytes, files, expected) => {
    expect(codeOf(waiting, bytes, files)).toBe(expected);
  },
);

test('GUARD-24 the room is that of the narrowest scope, and unlimited without limits', () => {
  expect(
    roomIn(
      [
        { scope: 'visit', bytes: 10, files: 0 },
        { scope: 'link', bytes: 180, files: 0 },
      ],
      LIMITS,
    ),
  ).toBe(20);
  expect(roomIn([{ scope: 'visit', bytes: 400, files: 0 }], LIMITS)).toBe(0);
  expect(roomIn([{ scope: 'account', bytes: 400, files: 0 }], LIMITS)).toBe(Infinity);
});
