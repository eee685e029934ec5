import { CLIENT_ID_HEADER, contract, type LiveEvent, liveEventSchema, requestOf } from '@vault/contract';
import { expect, vi } from 'vitest';
import { messagesOf } from '../events/messages.ts';
import { publisherOf } from '../events/publisher.ts';
import { notify } from '../events/queries.ts';
import type { Database } from '../platform/database/index.ts';
import type { Client } from './client.ts';

/** How the ids of folders begin that are none, but marks of `hearAll`. */
const MARK = 'mrk';

/** What a page hears of a record (C56). */
export interface LiveStream {
  /** everything so far */
  readonly events: readonly LiveEvent[];
  /** the marks so far, which are no events */
  readonly marks: readonly string[];
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
  const heardMarks: string[] = [];
  const take = (event: LiveEvent) => {
    if (event.parentFolderSfid?.startsWith(MARK) === true) heardMarks.push(event.parentFolderSfid);
    else events.push(event);
  };
  let ended = false;
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('data: ')) take(liveEventSchema.parse(JSON.parse(block.slice(6))));
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
    marks: heardMarks,
    comments,
    response,
    hasEnded: () => ended,
    clear: () => void events.splice(0),
    close: () => leaving.abort(),
  };
}

/** Opens a stream and waits until it has told all that happened before. */
export async function openQuietStream(
  database: Database,
  client: Client,
  { recordId, clientId = null }: { recordId: string; clientId?: string | null },
): Promise<LiveStream> {
  const stream = await openStream(client, recordId, clientId);
  await hearAll(database, stream, recordId);
  stream.clear();
  return stream;
}

let marks = 0;

/** Waits until a stream has told all that happened before: a mark of ours comes after it. */
export async function hearAll(database: Database, stream: LiveStream, recordId: string): Promise<void> {
  marks += 1;
  const mark = `${MARK}${String(marks).padStart(15, '0')}`;
  await publisherOf(database.kysely).flush();
  await notify(database.kysely, messagesOf([{ recordId, type: 'list', folderId: mark, clientId: null }]));
  await vi.waitFor(() => expect(stream.marks).toContain(mark), { timeout: 15_000 });
}
