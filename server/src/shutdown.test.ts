import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, it } from 'vitest';
import { shutDown, type ShutdownStage } from './shutdown.ts';

/** Runs a shutdown. @returns whether it was clean, and its log lines */
async function run(stages: readonly ShutdownStage[], withinMs = 600_000) {
  const lines = new PassThrough();
  const isClean = await shutDown(stages, { withinMs, log: pino({ level: 'warn' }, lines) });
  lines.end();
  const log = (await text(lines)).split('\n').filter(Boolean);
  return { isClean, log: log.map((line) => JSON.parse(line) as object) };
}

const never = () => Promise.withResolvers<void>().promise;

it('SAFE-26 stages run one after the other, the steps of a stage concurrently', async () => {
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const step = (name: string, work: () => Promise<void>) => ({
    name,
    run: async () => {
      events.push(`${name} begins`);
      await work();
      events.push(`${name} ends`);
    },
  });
  const stages = [
    { share: 1, steps: [step('a', () => first.promise), step('b', async () => first.resolve())] },
    { share: 1, steps: [step('c', async () => undefined)] },
  ];
  expect(await run(stages)).toEqual({ isClean: true, log: [] });
  expect(events.slice(0, 2)).toEqual(['a begins', 'b begins']);
  expect(events.slice(2, 4).toSorted()).toEqual(['a ends', 'b ends']);
  expect(events.slice(4)).toEqual(['c begins', 'c ends']);
});

it('SAFE-26 a step over its limit is abandoned and logged, and the shutdown is clean', async () => {
  const ended: string[] = [];
  const stages = [
    { share: 1, steps: [{ name: 'stuck', run: never }] },
    { share: 1, steps: [{ name: 'last', run: async () => ended.push('last') }] },
  ];
  expect(await run(stages, 20)).toMatchObject({
    isClean: true,
    log: [{ step: 'stuck', msg: 'Shutdown step takes too long; continuing without it' }],
  });
  expect(ended).toEqual(['last']);
});

it('SAFE-26 a step that throws is logged, others run, and the shutdown is not clean', async () => {
  const ended: string[] = [];
  const failing = { name: 'broken', run: () => Promise.reject(new Error('no')) };
  const stages = [
    { share: 1, steps: [failing, { name: 'beside', run: async () => ended.push('beside') }] },
    { share: 1, steps: [{ name: 'last', run: async () => ended.push('last') }] },
  ];
  expect(await run(stages)).toMatchObject({
    isClean: false,
    log: [
      { step: 'broken', msg: 'Shutdown step failed; continuing with the others', err: { message: 'no' } },
    ],
  });
  expect(ended).toEqual(['beside', 'last']);
});

it('SAFE-26 a stage gets its share of the remaining time', async () => {
  const limits: number[] = [];
  const note = { name: 'note', run: async (limitMs: number) => limits.push(limitMs) };
  await run(
    [
      { share: 5, steps: [note] },
      { share: 1, steps: [note] },
      { share: 3, steps: [note] },
    ],
    90_000,
  );
  // The first stages take no time, so the last one gets nearly all of it.
  expect(limits.map((limit) => Math.round(limit / 1000))).toEqual([50, 22, 90]);
});

it('SAFE-26 a step that throws after its limit does not end the process', async () => {
  const late = Promise.withResolvers<void>();
  const stages = [{ share: 1, steps: [{ name: 'late', run: () => late.promise }] }];
  expect(await run(stages, 10)).toMatchObject({ isClean: true });
  late.reject(new Error('too late'));
  await expect(late.promise).rejects.toThrow('too late');
});
