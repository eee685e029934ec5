import { describe, expect, test } from 'vitest';
import { createMeter, timeLeft } from './transfer-rate.ts';

test.each([
  [0.2, '1 s left'],
  [59.4, '59 s left'],
  [61, '1 min left'],
  [3590, '1 h 0 min left'],
  [7500, '2 h 5 min left'],
])('timeLeft formats %d seconds as %s', (seconds, text) => {
  expect(timeLeft(seconds)).toBe(text);
});

describe('speed and time left', () => {
  test('speed and time left are unknown at the first report', () => {
    expect(createMeter()(1000, 9000, 0)).toEqual({ bytesPerSecond: null, secondsLeft: null });
  });

  test('speed and time left are computed from the last seconds, not from the whole upload', () => {
    const meter = createMeter();
    meter(0, 100_000, 0);
    for (let second = 1; second <= 10; second += 1) meter(second * 100, 100_000, second * 1000);
    for (let second = 11; second <= 20; second += 1) {
      meter(1000 + (second - 10) * 5000, 100_000, second * 1000);
    }
    expect(meter(53_500, 100_000, 20_500)).toEqual({ bytesPerSecond: 5000, secondsLeft: 9.3 });
  });

  test('a stalled upload shows no time left', () => {
    const meter = createMeter();
    meter(500, 1000, 0);
    expect(meter(500, 1000, 5000)).toEqual({ bytesPerSecond: 0, secondsLeft: null });
  });
});
