import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withResolvers } from '../kit/with-resolvers.ts';
import { Availability } from './availability.ts';
import type { Outage } from './outage.ts';

// Uses the real availability state; fakes the clock, the page events and the results of the probe.
let isVisible = true;
let pageChanged: () => void = () => undefined;
let answers: (Outage | null)[] = [];
let probes = 0;

const create = () =>
  new Availability({
    probe: async () => {
      probes += 1;
      return answers.shift() ?? null;
    },
    page: {
      isVisible: () => isVisible,
      subscribe: (listener) => {
        pageChanged = listener;
        return () => {
          pageChanged = () => undefined;
        };
      },
    },
    random: () => 0.5,
  });
const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const show = (visible: boolean) => {
  isVisible = visible;
  pageChanged();
};

beforeEach(() => {
  vi.useFakeTimers();
  isVisible = true;
  answers = [];
  probes = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('SAFE-06 the availability of the vault', () => {
  test('a 503 starts an outage, and the first successful probe ends it', async () => {
    const availability = create();
    const states: string[] = [];
    availability.subscribe(() => states.push(availability.get()));
    answers = ['unavailable', 'unavailable'];
    availability.reportOutage('unavailable');
    expect(availability.get()).toBe('unavailable');
    await elapse(11_000);
    expect(probes).toBe(3);
    expect(states).toEqual(['unavailable', 'available']);
    await elapse(60_000);
    expect(probes).toBe(3);
  });

  test('probes repeat after 2 to 5 s', async () => {
    for (const [random, ms] of [
      [0, 2000],
      [1, 5000],
    ] as const) {
      const probe = vi.fn<() => Promise<Outage | null>>(async () => 'unavailable');
      const page = { isVisible: () => true, subscribe: () => () => undefined };
      new Availability({ probe, page, random: () => random }).reportOutage('unavailable');
      await elapse(ms - 1);
      expect(probe).not.toHaveBeenCalled();
      await elapse(1);
      expect(probe).toHaveBeenCalledTimes(1);
    }
  });

  test('a call without a reply starts an outage only when the probe has no reply either', async () => {
    const availability = create();
    availability.reportOutage('unreachable');
    await elapse(0);
    expect(availability.get()).toBe('available');
    answers = ['unreachable'];
    availability.reportOutage('unreachable');
    await elapse(0);
    expect(availability.get()).toBe('unreachable');
  });

  test('a successful call ends an outage only if it was sent after the outage started', () => {
    const availability = create();
    const before = availability.startCall();
    availability.reportOutage('unavailable');
    availability.reportSuccess(before);
    expect(availability.get()).toBe('unavailable');
    availability.reportSuccess(availability.startCall());
    expect(availability.get()).toBe('available');
  });

  test('the latest report decides whether the vault is unavailable or unreachable', () => {
    const availability = create();
    availability.reportOutage('unavailable');
    availability.reportOutage('unreachable');
    expect(availability.get()).toBe('unreachable');
  });

  test('soon after an outage, a 503 starts a new outage only if the probe fails too', async () => {
    const availability = create();
    availability.reportOutage('unavailable');
    await elapse(3500);
    availability.reportOutage('unavailable');
    await elapse(0);
    expect(availability.get()).toBe('available');
    answers = ['unavailable'];
    availability.reportOutage('unavailable');
    await elapse(0);
    expect(availability.get()).toBe('unavailable');
    await elapse(3500);
    await elapse(60_000);
    availability.reportOutage('unavailable');
    expect(availability.get()).toBe('unavailable');
  });

  test('a hidden page does not probe; when it is shown again it probes immediately', async () => {
    const availability = create();
    answers = ['unavailable'];
    availability.reportOutage('unavailable');
    show(false);
    await elapse(600_000);
    expect(probes).toBe(0);
    show(true);
    await elapse(0);
    expect(probes).toBe(1);
    expect(availability.get()).toBe('unavailable');
    await elapse(3500);
    expect(availability.get()).toBe('available');
  });

  test('a hidden page probes every 30 s for waiting work', async () => {
    const availability = create();
    answers = ['unavailable'];
    availability.reportOutage('unavailable');
    show(false);
    const waited = availability.untilAvailable(new AbortController().signal);
    await elapse(59_999);
    expect(probes).toBe(1);
    await elapse(1);
    await waited;
    expect(availability.get()).toBe('available');
  });

  test('untilAvailable waits for a running probe, and rejects when its signal is aborted', async () => {
    const availability = create();
    const none = new AbortController().signal;
    await availability.untilAvailable(none);
    answers = ['unreachable'];
    availability.suspect();
    let isDone = false;
    const waited = availability.untilAvailable(none).then(() => (isDone = true));
    const ending = new AbortController();
    const given = availability.untilAvailable(ending.signal);
    ending.abort(new Error('no longer wanted'));
    await expect(given).rejects.toThrow('no longer wanted');
    await elapse(3000);
    expect(isDone).toBe(false);
    await elapse(500);
    await waited;
  });

  test('a reset ends the outage, and results of earlier probes are ignored', async () => {
    const reply = withResolvers<Outage | null>();
    const page = { isVisible: () => true, subscribe: () => () => undefined };
    const availability = new Availability({ probe: () => reply.promise, page });
    availability.reportOutage('unavailable');
    await elapse(5000);
    availability.reset();
    expect(availability.get()).toBe('available');
    reply.resolve('unavailable');
    await elapse(0);
    expect(availability.get()).toBe('available');
  });
});
