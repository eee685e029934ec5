import { MIB } from '@vault/contract';
import { expect, it } from 'vitest';
import { IdleCheck } from './release-when-idle.ts';

/** A check that gets the active milliseconds of intervals of 3 s, and the memory after each. */
function intervals() {
  const total = { idle: 0, active: 0, utilization: 0 };
  const check = new IdleCheck({ ...total });
  return {
    after: (active: number, memoryMib: number) => {
      total.active += active;
      total.idle += 3_000 - active;
      return check.isTimeToRelease({ ...total }, memoryMib * MIB);
    },
    released: (memoryMib: number) => check.released(memoryMib * MIB),
  };
}

it('SPEED-10 memory is released in the first quiet interval after the start', () => {
  const { after } = intervals();
  expect([after(2_500, 190), after(400, 190), after(10, 190)]).toEqual([false, false, true]);
});

it('SPEED-10 memory is released again when it has grown by 32 MiB since the last release', () => {
  const { after, released } = intervals();
  expect(after(10, 190)).toBe(true);
  released(110);
  expect([after(10, 110), after(10, 141), after(10, 142)]).toEqual([false, false, true]);
});

it('SPEED-10 memory that is in use is not released again and again', () => {
  const { after, released } = intervals();
  expect(after(10, 190)).toBe(true);
  released(180);
  expect([after(10, 180), after(10, 211), after(10, 212)]).toEqual([false, false, true]);
});

it('SPEED-10 nothing is released while the server works, however much its memory grows', () => {
  const { after } = intervals();
  expect(Array.from({ length: 1_000 }, (_, n) => after(60, n))).not.toContain(true);
});
