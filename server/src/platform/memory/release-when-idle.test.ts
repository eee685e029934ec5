import { expect, it } from 'vitest';
import { IdleCheck } from './release-when-idle.ts';

/** A check that gets the active milliseconds of intervals of 3 s. */
function intervals() {
  const total = { idle: 0, active: 0, utilization: 0 };
  const check = new IdleCheck({ ...total });
  return (active: number) => {
    total.active += active;
    total.idle += 3_000 - active;
    return check.becameIdle({ ...total });
  };
}

it('SPEED-10 a server is idle in its first quiet interval after the start, and not again without work', () => {
  const after = intervals();
  expect([2_500, 400, 10, 10, 0].map(after)).toEqual([false, false, true, false, false]);
});

it('SPEED-10 a server is idle again after five seconds of work, in several parts', () => {
  const after = intervals();
  after(0);
  const quiet = () => after(59);
  expect([3_000, 1_000].map(after)).toEqual([false, false]);
  expect(quiet()).toBe(false);
  expect(after(1_000)).toBe(false);
  expect([quiet(), quiet()]).toEqual([true, false]);
});

it('SPEED-10 a server that always answers some calls is never idle', () => {
  const after = intervals();
  expect(Array.from({ length: 1_000 }, () => after(60))).not.toContain(true);
});
