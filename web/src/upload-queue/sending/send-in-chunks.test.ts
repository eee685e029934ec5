import { Messages, UPLOAD_CHUNK_BYTES } from '@vault/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StageError } from '../queue/transport.ts';
import { PAUSES_MS, type Progress, sendInChunks, type ChunkTransport } from './send-in-chunks.ts';
import { uploadErrorTexts } from '../texts.ts';

const SIZE = 3 * UPLOAD_CHUNK_BYTES + 5;
const lost = () => new StageError(0, uploadErrorTexts.noConnection, { outage: 'unreachable' });
const failed = () => new StageError(500, 'failed');

/**
 * A server that stores received bytes. `cuts` has for each append the number of bytes after which the connection is
 * lost; null means never.
 */
function createServer(
  start: Omit<Progress, 'offersDirect'> | null = { offset: 0, length: null },
  cuts: (number | null)[] = [],
) {
  const calls: string[] = [];
  const server = {
    at: start,
    calls,
    failHead: [] as StageError[],
    failAppend: [] as StageError[],
    direct: null as boolean | null,
  };
  const transport: ChunkTransport = {
    progress: async () => {
      calls.push('progress');
      const failure = server.failHead.shift();
      if (failure) throw failure;
      return server.at === null ? null : { ...server.at, offersDirect: server.direct !== null };
    },
    append: async (from, to) => {
      calls.push(`${from}-${to}`);
      const failure = server.failAppend.shift();
      if (failure) throw failure;
      expect(from).toBe(server.at?.offset);
      const cut = cuts.shift() ?? null;
      const end = cut === null ? to : Math.min(to, from + cut);
      server.at = { offset: end, length: SIZE };
      if (cut !== null) throw lost();
      return end;
    },
    sendDirect: async () => {
      calls.push('direct');
      return server.direct === true;
    },
    sendWhole: async () => void calls.push('whole'),
    pause: async (ms) => void calls.push(`pause ${ms}`),
  };
  return { server, transport, send: () => sendInChunks(transport, { bytes: { size: SIZE } }) };
}

const P = UPLOAD_CHUNK_BYTES;

test('C53 a large file is sent in chunks, one after another', async () => {
  const { server, send } = createServer();
  await send();
  expect(server.calls).toEqual([
    'progress',
    `0-${P}`,
    `${P}-${2 * P}`,
    `${2 * P}-${3 * P}`,
    `${3 * P}-${SIZE}`,
  ]);
});

test('C53 an attempt after a lost network starts at the first byte that the server lacks', async () => {
  const { server, send } = createServer(undefined, [null, 100]);
  await expect(send()).rejects.toMatchObject({ outage: 'unreachable' });
  server.calls.length = 0;
  await send();
  expect(server.calls.slice(0, 2)).toEqual(['progress', `${P + 100}-${2 * P + 100}`]);
  expect(server.at?.offset).toBe(SIZE);
});

test('C53 after any interruptions the server has every byte exactly one time', async () => {
  const cuts = fc.array(fc.option(fc.nat(P), { nil: null }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cuts, async (list) => {
      const { server, send } = createServer(undefined, list);
      for (let tries = 0; server.at?.offset !== SIZE && tries < 20; tries += 1)
        await send().catch(() => null);
      expect(server.at?.offset).toBe(SIZE);
    }),
  );
});

test('repeated failures are thrown after a few attempts; a stored chunk resets the count', async () => {
  const { server, send } = createServer();
  server.failHead = Array.from({ length: 20 }, failed);
  await expect(send()).rejects.toThrow('failed');
  const pauses = PAUSES_MS.map((ms) => `pause ${ms}`);
  expect(server.calls.filter((call) => call.startsWith('pause'))).toEqual(pauses);

  const other = createServer();
  other.server.failAppend = [failed(), failed(), failed()];
  await other.send();
  expect(other.server.calls.filter((call) => call.startsWith('pause'))).toHaveLength(3);
});

test.each([
  [400, 1],
  [403, 1],
  [413, 1],
  // In an outage the caller waits until the vault is back, so there is no second attempt.
  [502, 1],
  [503, 1],
  [507, 1],
  [500, 2],
])('a chunk that is answered with %i is sent %i times', async (code, tries) => {
  const { server, send } = createServer();
  server.failAppend = [new StageError(code, 'rejected')];
  const end = await send().then(
    () => 'sent',
    (error: unknown) => (error as StageError).code,
  );
  expect(end).toBe(tries === 1 ? code : 'sent');
  expect(server.calls.filter((call) => call === 'progress')).toHaveLength(tries);
});

test('409 means that the chunk is already received, unless the upload is stored', async () => {
  const moved = createServer();
  moved.server.failAppend = [
    new StageError(409, Messages.uploadOffsetWrong, { errorCode: 'UPLOAD_OFFSET_WRONG' }),
  ];
  await moved.send();
  expect(moved.server.at?.offset).toBe(SIZE);
  const stored = createServer();
  stored.server.failHead = [
    new StageError(409, Messages.uploadAlreadyStored, { errorCode: 'UPLOAD_ALREADY_STORED' }),
  ];
  await expect(stored.send()).rejects.toMatchObject({ code: 409 });
  expect(stored.server.calls).toEqual(['progress']);
});

test('a file that was changed after it was chosen is not retried', async () => {
  const { server, send } = createServer();
  server.failAppend = [new StageError(0, 'The file was changed or removed after it was chosen.')];
  await expect(send()).rejects.toMatchObject({ code: 0 });
  expect(server.calls).toHaveLength(2);
});

test('chunks of another file are replaced; a server without chunks gets one PUT', async () => {
  for (const at of [null, { offset: 7, length: SIZE - 1 }, { offset: 7, length: null }]) {
    const { server, send } = createServer(at);
    // oxlint-disable-next-line no-await-in-loop -- one after the other reads better in a failure
    await send();
    expect(server.calls).toEqual(['progress', 'whole']);
  }
});

test('a file that the server has completely is not sent again', async () => {
  const { server, send } = createServer({ offset: SIZE, length: SIZE });
  await send();
  expect(server.calls).toEqual(['progress']);
});

test('C138 a file goes straight to the object store where the vault offers it', async () => {
  const { server, send } = createServer();
  server.direct = true;
  await send();
  expect(server.calls).toEqual(['progress', 'direct']);
});

test('C138 a file that cannot be sent to the object store is sent in chunks', async () => {
  const { server, send } = createServer();
  server.direct = false;
  server.failAppend = [failed()];
  await send();
  expect(server.calls.filter((call) => call === 'direct')).toHaveLength(1);
  expect(server.at?.offset).toBe(SIZE);
});

test('C138 an upload that has begun in chunks continues in chunks', async () => {
  const { server, send } = createServer({ offset: P, length: SIZE });
  server.direct = true;
  await send();
  expect(server.calls.slice(0, 2)).toEqual(['progress', `${P}-${2 * P}`]);
});
