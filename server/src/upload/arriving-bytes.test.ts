import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bufferSource } from '../platform/zip/index.ts';
import { ArrivingBytes } from './arriving-bytes.ts';

const MIB = 1024 * 1024;

/** Adds a body in pieces of 64 KiB, as they come from a socket. */
function send(to: ArrivingBytes, body: Buffer): void {
  for (let at = 0; at < body.length; at += 65_536) to.add(body.subarray(at, at + 65_536));
}
async function read(from: ArrivingBytes, position: number, length: number): Promise<Buffer> {
  const target = Buffer.alloc(length);
  return target.subarray(0, await from.readAt(target, position));
}

afterEach(() => vi.useRealTimers());

describe('SPEED-05 bytes that are read while they arrive', () => {
  it('SPEED-05 a read waits for its bytes; windows can overlap', async () => {
    const body = randomBytes(3 * MIB);
    const arriving = new ArrivingBytes(body.length);
    const first = read(arriving, 0, MIB);
    send(arriving, body.subarray(0, 2 * MIB));
    expect((await first).equals(body.subarray(0, MIB))).toBe(true);
    const second = read(arriving, MIB - 65_536, 2 * MIB);
    send(arriving, body.subarray(2 * MIB));
    expect((await second).equals(body.subarray(MIB - 65_536, 3 * MIB - 65_536))).toBe(true);
    const rest = read(arriving, 3 * MIB - 65_536, MIB);
    expect((await rest).equals(body.subarray(3 * MIB - 65_536))).toBe(true);
  });

  it('SPEED-05 a reader that keeps up gets every byte of a long body, whatever the pieces are', async () => {
    const body = randomBytes(30 * MIB + 12_345);
    const arriving = new ArrivingBytes(body.length);
    const all: Buffer[] = [];
    let sent = 0;
    for (let at = 0; at < body.length; at += 2 * MIB) {
      const window = read(arriving, at, 2 * MIB);
      for (let length = 1; sent < Math.min(at + 3 * MIB, body.length); length = (length * 7 + 11) % 70_000) {
        const piece = Buffer.from(body.subarray(sent, sent + length));
        arriving.add(piece);
        sent += piece.length;
        // The body does not keep its pieces.
        piece.fill(0);
      }
      all.push(await window);
    }
    expect(Buffer.concat(all).equals(body)).toBe(true);
  });

  it('SPEED-05 a reader that is behind gets from the stored copy what is not kept', async () => {
    const body = randomBytes(20 * MIB);
    const arriving = new ArrivingBytes(body.length);
    send(arriving, body);
    const stored = bufferSource(body);
    const readAt = vi.spyOn(stored, 'readAt');
    arriving.finish(stored);
    const all: Buffer[] = [];
    for (let at = 0; at < body.length; at += 3 * MIB) all.push(await read(arriving, at, 3 * MIB));
    expect(Buffer.concat(all).equals(body)).toBe(true);
    expect(readAt.mock.calls[0]?.[1]).toBe(8 * MIB);
  });

  it('SPEED-05 bytes far behind the reader are read from the stored copy', async () => {
    const body = randomBytes(2 * MIB);
    const arriving = new ArrivingBytes(body.length);
    send(arriving, body);
    await read(arriving, 0, 2 * MIB);
    const again = read(arriving, 0, 10);
    arriving.finish(bufferSource(body));
    expect((await again).equals(body.subarray(0, 10))).toBe(true);
  });

  it('SPEED-05 reads fail when the upload ends before its last byte', async () => {
    const arriving = new ArrivingBytes(100);
    arriving.add(randomBytes(50));
    const reading = read(arriving, 0, 100);
    arriving.abandon();
    await expect(reading).rejects.toThrow('ended before its last byte was scanned');
    await expect(read(arriving, 0, 10)).rejects.toThrow('ended before its last byte was scanned');
    const stored = new ArrivingBytes(100);
    stored.add(randomBytes(100));
    stored.finish(bufferSource(randomBytes(100)));
    stored.abandon();
    await expect(read(stored, 0, 10)).rejects.toThrow('ended before its last byte was scanned');
    const short = new ArrivingBytes(100);
    short.add(randomBytes(50));
    short.finish(bufferSource(randomBytes(100)));
    await expect(read(short, 60, 10)).rejects.toThrow('ended before its last byte was scanned');
  });

  it('SPEED-05 a read of bytes that arrive too slowly fails, so that the scanner is free', async () => {
    vi.useFakeTimers();
    const arriving = new ArrivingBytes(100);
    const [reading] = await Promise.all([
      Promise.allSettled([read(arriving, 0, 100)]),
      vi.advanceTimersByTimeAsync(10_000),
    ]);
    expect(reading[0]).toMatchObject({
      status: 'rejected',
      reason: { message: 'the bytes arrive too slowly' },
    });
    arriving.add(randomBytes(100));
    await expect(read(arriving, 0, 100)).rejects.toThrow('ended before its last byte was scanned');
  });
});
