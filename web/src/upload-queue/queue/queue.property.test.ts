import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONCURRENT_UPLOADS } from '@vault/contract';
import { createTestQueue, fileItem, folderItem, type TestQueue } from '../testing/fake-transport.ts';
import type { NewItem } from './item.ts';

/** One action of a person, the network or the scanner. */
type Step =
  | { do: 'add files'; count: number }
  | { do: 'add folder'; files: number }
  | { do: 'fail'; call: 'prepare' | 'send' | 'scan' | 'transfer'; code: number; times: number }
  | { do: 'cancel'; index: number }
  | { do: 'cancel waiting' }
  | { do: 'retry'; index: number }
  | { do: 'retry failed' }
  | { do: 'let run'; turns: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add files' as const), count: fc.integer({ min: 1, max: 15 }) }),
  fc.record({ do: fc.constant('add folder' as const), files: fc.integer({ min: 1, max: 45 }) }),
  fc.record({
    do: fc.constant('fail' as const),
    call: fc.constantFrom('prepare', 'send', 'scan', 'transfer'),
    code: fc.constantFrom(0, 400, 403, 404, 409, 422, 500),
    times: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ do: fc.constant('cancel' as const), index: fc.nat(40) }),
  fc.record({ do: fc.constant('cancel waiting' as const) }),
  fc.record({ do: fc.constant('retry' as const), index: fc.nat(40) }),
  fc.record({ do: fc.constant('retry failed' as const) }),
  fc.record({ do: fc.constant('let run' as const), turns: fc.nat(60) }),
);

type Adding = Extract<Step, { do: 'add files' | 'add folder' }>;
type Happening = Exclude<Step, Adding | { do: 'let run' }>;

function newItems(adding: Adding, added: number): NewItem[] {
  if (adding.do === 'add files') {
    return Array.from({ length: adding.count }, (_, index) => fileItem(`file${added + index}`));
  }
  const paths = Array.from({ length: adding.files }, (_, index) => `f${index}`);
  return [folderItem(`folder${added}`, paths)];
}

function happen(one: Happening, { queue, server }: Pick<TestQueue, 'queue' | 'server'>): void {
  const idAt = (index: number) => queue.items()[index]?.id ?? '';
  switch (one.do) {
    case 'fail':
      return server.failNext(one.call, one.code, one.times);
    case 'cancel':
      return void queue.cancel(idAt(one.index));
    case 'cancel waiting':
      return queue.cancelWaiting();
    case 'retry':
      return void queue.retry(idAt(one.index));
    case 'retry failed':
      return queue.retryFailed();
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

test('UPLOAD-30 in any order of events at most ten items run, and each file is stored once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const { queue, server, settled } = createTestQueue();
      let added = 0;
      let expectedFiles = 0;

      const check = () => {
        const running = queue
          .items()
          .filter((item) => item.status === 'Uploading' || item.status === 'Scanning').length;
        expect(running).toBeLessThanOrEqual(CONCURRENT_UPLOADS);
        expect(queue.items()).toHaveLength(added);
      };

      for (const one of steps) {
        if (one.do === 'add files' || one.do === 'add folder') {
          const items = newItems(one, added);
          added += items.length;
          expectedFiles += items.reduce((sum, item) => sum + item.files.length, 0);
          queue.add(items);
        } else if (one.do === 'let run') await turns(one.turns);
        else happen(one, { queue, server });
        check();
      }

      // After enough retries every file is stored exactly one time.
      for (let round = 0; round < 200; round += 1) {
        await settled();
        check();
        const left = queue.items().filter((item) => item.status !== 'Completed');
        if (left.length === 0) break;
        for (const item of left) queue.retry(item.id);
      }
      expect(queue.items().every((item) => item.status === 'Completed')).toBe(true);
      expect(server.stored).toHaveLength(expectedFiles);
      expect(new Set(server.stored).size).toBe(expectedFiles);
    }),
    { numRuns: 150 },
  );
});
