import { contract, EVENT_TYPES, type LiveEvent, STREAM_BEAT_MS, STREAM_END } from '@vault/contract';
import { createParser } from 'eventsource-parser';
import { callForFile } from '../api/index.ts';

export interface EventListener {
  /** called when the server has started the stream */
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** called when the server ends the stream and has sent all changes until then */
  onEnd: () => void;
}

/**
 * A stream without data for this time, in milliseconds, counts as broken: the connection is lost, or a proxy delays the
 * data.
 */
const SILENT_MS = STREAM_BEAT_MS * 2.5;

/**
 * Reads a record's events (C56) until the server ends the stream, starting with those of the last `missedMs`
 * milliseconds. The token is sent in the header, as with every call; EventSource cannot do that.
 * @throws when the stream fails to open, breaks, sends no data or is aborted
 */
export async function readEvents(
  { recordId, missedMs }: { recordId: string; missedMs: number },
  { onOpen, onEvent, onEnd }: EventListener,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  const stopAll = () => silence.abort();
  signal.addEventListener('abort', stopAll);
  let timer = setTimeout(stopAll, SILENT_MS);
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = eventOf(data);
      if (event !== null) onEvent(event);
    },
    onComment: (comment) => {
      if (comment.trim() === STREAM_END) onEnd();
    },
  });
  try {
    const stream = await open({ recordId, missedMs }, silence.signal);
    let isOpen = false;
    for (let part = await stream.read(); !part.done; part = await stream.read()) {
      clearTimeout(timer);
      timer = setTimeout(stopAll, SILENT_MS);
      if (!isOpen) onOpen();
      isOpen = true;
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stopAll);
    // Aborts the request, because the rest of the stream is not needed after an error.
    silence.abort();
  }
}

async function open(
  { recordId, missedMs }: { recordId: string; missedMs: number },
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<string>> {
  const input = { params: { recordId }, query: { missedMs } };
  const response = await callForFile(contract.events.stream, input, { signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream !== true || response.body === null)
    throw new Error('What was answered is no stream of events');
  return response.body.pipeThrough(new TextDecoderStream()).getReader();
}

/**
 * Parses an event.
 * @returns null for unknown data, because the server may send other types of events (contract 10.19)
 */
export function eventOf(data: string): LiveEvent | null {
  try {
    // Checked without a schema, because the build of the page contains no schemas (web/without-schemas.ts).
    const { type: name, parentFolderSfid: folder } = JSON.parse(data) as Record<string, unknown>;
    const type = EVENT_TYPES.find((known) => known === name);
    if (type === undefined) return null;
    return typeof folder === 'string' ? { type, parentFolderSfid: folder } : { type };
  } catch {
    return null;
  }
}
