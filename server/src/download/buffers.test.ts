import { MIB } from '@vault/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { BufferRing } from './buffers.ts';

const SMALL_BYTES = 128 * 1024;

const rings: BufferRing[] = [];
afterEach(() => {
  for (const ring of rings.splice(0)) ring.release();
});

function ringOf(replyBytes: number): BufferRing {
  const ring = new BufferRing(replyBytes);
  rings.push(ring);
  return ring;
}

/** Whether a promise is still pending after all that is ready now. */
const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  const later = new Promise<'pending'>((resolve) => {
    setImmediate(() => resolve('pending'));
  });
  return (await Promise.race([promise, later])) === 'pending';
};

describe('SPEED-07 SPEED-10 the buffers of a download', () => {
  it('have 2 MiB, so that a large file is read in few pieces', async () => {
    expect(await ringOf(1024 * MIB).take()).toHaveLength(2 * MIB);
  });

  it('have no more bytes than the reply', async () => {
    expect(await ringOf(1000).take()).toHaveLength(1000);
  });

  it('are small from the ninth download at the same time on, and large again after one has ended', async () => {
    const ended = new BufferRing(1024 * MIB);
    for (let n = 0; n < 7; n += 1) ringOf(1024 * MIB);
    expect(await ringOf(1024 * MIB).take()).toHaveLength(SMALL_BYTES);
    ended.release();
    expect(await ringOf(1024 * MIB).take()).toHaveLength(2 * MIB);
  });

  it('are two; the next read waits until the socket has sent one of them', async () => {
    const ring = ringOf(1024 * MIB);
    const [first] = [await ring.take(), await ring.take()];
    const third = ring.take();
    expect(await isPending(third)).toBe(true);
    ring.returnBuffer(first);
    expect(await third).toBe(first);
  });

  it('are all sent before the end', async () => {
    const ring = ringOf(1024 * MIB);
    const [first, second] = [await ring.take(), await ring.take()];
    const drained = ring.drained();
    ring.returnBuffer(first);
    expect(await isPending(drained)).toBe(true);
    ring.returnBuffer(second);
    await drained;
  });

  it.each(['take', 'drained'] as const)('do not wait after the connection is lost: %s', async (call) => {
    const ring = ringOf(1024 * MIB);
    await Promise.all([ring.take(), ring.take()]);
    const waiting = ring[call]();
    ring.fail(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(ring[call]()).rejects.toThrow('closed');
  });

  it('are used again by the next download', async () => {
    const ring = new BufferRing(1024 * MIB);
    const buffer = await ring.take();
    ring.returnBuffer(buffer);
    ring.release();
    const next = ringOf(1024 * MIB);
    const buffers = [await next.take(), await next.take()];
    expect(buffers.includes(buffer)).toBe(true);
  });
});
