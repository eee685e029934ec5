import { expect, it } from 'vitest';
import { CheckQueue } from './check-queue.ts';

/** A queue with one slot, and a log of the calls that ran. */
function setUp(mostWaiting: number) {
  const queue = new CheckQueue({ atOnce: 1, mostWaiting });
  const { promise: block, resolve: unblock } = Promise.withResolvers<void>();
  const log: string[] = [];
  const call = (name: string, lanes: readonly string[], until?: Promise<void>) =>
    queue
      .run(lanes, async () => {
        log.push(name);
        await until;
      })
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: 429, retryAt: expect.any(Date) });
        log.push(`${name} refused`);
      });
  const first = call('first', ['net', 'ann'], block);
  return { call, log, first, unblock };
}

it('GUARD-22 a full queue of password checks refuses a call at once with P13', async () => {
  const { call, log, first, unblock } = setUp(2);
  const flood = [1, 2, 3, 4].map((n) => call(`flood ${n}`, ['net', 'ann']));
  await Promise.all(flood.slice(0, 2));
  expect(log).toEqual(['first', 'flood 1 refused', 'flood 2 refused']);
  unblock();
  await Promise.all([first, ...flood]);
  expect(log.slice(3)).toEqual(['flood 4', 'flood 3']);
});

it('GUARD-22 a flood of one network refuses itself; the call of another network is next', async () => {
  const { call, log, first, unblock } = setUp(4);
  const right = call('right', ['other', 'zoe']);
  const flood = Array.from({ length: 400 }, (_, n) => call(`flood ${n}`, ['net', `account ${n}`]));
  unblock();
  await Promise.all([first, right, ...flood]);
  const ran = log.filter((line) => !line.includes('refused'));
  expect(ran).toEqual(['first', 'right', 'flood 399', 'flood 398', 'flood 397']);
});

it('GUARD-22 within one network a flood at one account does not refuse another account', async () => {
  const { call, log, first, unblock } = setUp(4);
  const right = call('right', ['net', 'zoe']);
  const flood = Array.from({ length: 50 }, (_, n) => call(`flood ${n}`, ['net', 'ann']));
  unblock();
  await Promise.all([first, right, ...flood]);
  expect(log.filter((line) => !line.includes('refused')).slice(0, 2)).toEqual(['first', 'right']);
});

it('GUARD-22 a flood from 400 networks does not delay a later call', async () => {
  const { call, log, first, unblock } = setUp(64);
  const flood = Array.from({ length: 400 }, (_, n) => call(`flood ${n}`, [`net ${n}`, `account ${n}`]));
  const right = call('right', ['other', 'zoe']);
  unblock();
  await Promise.all([first, right, ...flood]);
  expect(log.filter((line) => !line.includes('refused')).slice(0, 2)).toEqual(['first', 'right']);
});

it('a call that fails frees its slot', async () => {
  const queue = new CheckQueue({ atOnce: 1, mostWaiting: 1 });
  const broken = queue.run([], async () => {
    throw new Error('no database');
  });
  await expect(broken).rejects.toThrow('no database');
  expect(await queue.run([], async () => 'done')).toBe('done');
});
