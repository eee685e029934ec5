import { Socket } from 'node:net';
import { readFrames, writeFrame } from './frames.ts';
import { MAX_DOCUMENT_BYTES, MAX_HEAD_BYTES } from './limits.ts';
import type { Kind } from './kinds.ts';
import type { ReadOrder, ReadReply } from './protocol.ts';

// The reader process. It reads one document after the other from the channel and ends with the channel.

const CHANNEL = 3;

const kindsFile = process.argv[2] ?? '';
const { KINDS } = (await import(kindsFile)) as { KINDS: Record<string, Kind> };
const channel = new Socket({ fd: CHANNEL, readable: true, writable: true });
// Without its channel the process has no pending work and ends.
channel.on('error', () => undefined);

async function answer(order: ReadOrder, document: Uint8Array): Promise<[ReadReply, Uint8Array]> {
  try {
    const kind = KINDS[order.kind];
    if (kind === undefined) throw new Error(`unknown kind ${order.kind}`);
    const { read } = await kind.load();
    const { mediaType, bytes } = await read(document, order.options);
    return [{ mediaType }, bytes];
  } catch (error) {
    return [{ reason: String(error).slice(0, 1000) }, Buffer.alloc(0)];
  }
}

await writeFrame(channel, { ready: true }, Buffer.alloc(0));
const limits = { maxHeadBytes: MAX_HEAD_BYTES, maxBodyBytes: MAX_DOCUMENT_BYTES };
for await (const { head, body } of readFrames(channel, limits)) {
  const [reply, bytes] = await answer(head as ReadOrder, body);
  await writeFrame(channel, reply, bytes);
}
