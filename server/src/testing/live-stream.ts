import { CLIENT_ID_HEADER, contract, type LiveEvent, liveEventSchema, requestOf } from '@vault/contract';
import { expect, vi } from 'vitest';
import type { Client } from './client.ts';

/** What a page hears of a record (C56). */
export interface LiveStream {
  /** everything so far */
  readonly events: readonly LiveEvent[];
  /** comments so far: what keeps it open */
  readonly comments: readonly string[];
  readonly response: Response;
  /** whether the server has ended it */
  readonly hasEnded: () => boolean;
  /** Forgets what came so far. */
  clear(): void;
  /** The page goes away. */
  close(): void;
}

/** Opens a stream as a page does. @param clientId the name of the page, when it has one */
export async function openStream(
  client: Client,
  recordId: string,
  clientId: string | null = null,
): Promise<LiveStream> {
  const { path } = requestOf(contract.events.stream, { params: { recordId } });
  const leaving = new AbortController();
  const response = await client.fetch(path, {
    signal: leaving.signal,
    headers: clientId === null ? {} : { [CLIENT_ID_HEADER]: clientId },
  });
  if (response.status !== 200) throw new Error(`C56 was answered with ${response.status}`);
  const events: LiveEvent[] = [];
  const comments: string[] = [];
  let ended = false;
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('data: ')) events.push(liveEventSchema.parse(JSON.parse(block.slice(6))));
        if (block.startsWith(':')) comments.push(block);
      }
    }
    ended = true;
  };
  read().catch(() => {
    ended = true;
  });
  return {
    events,
    comments,
    response,
    hasEnded: () => ended,
    clear: () => void events.splice(0),
    close: () => leaving.abort(),
  };
}

/** Opens a stream and waits until it has told that all may be out of date, as it does while the server is young. */
export async function openQuietStream(
  client: Client,
  recordId: string,
  clientId: string | null = null,
): Promise<LiveStream> {
  const stream = await openStream(client, recordId, clientId);
  await vi.waitFor(() => expect(stream.events.length).toBeGreaterThanOrEqual(4), { timeout: 10_000 });
  stream.clear();
  return stream;
}
