import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { contract, EVENT_TYPES, requestOf } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createClient } from '../testing/client.ts';
import type { Change } from './change.ts';
import { openEmptyStream, openStream } from './fixtures/live-stream.ts';
import { messagesOf } from './messages.ts';
import { notify } from './queries.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

/** Starts a second server with a token for it. */
async function startSecond() {
  const app = await buildApp({ ...vault.deps, metrics: new Registry() });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { token } = await vault.as('everything');
  return { app, address, token };
}

/** The maximum number of separate changes. @param round gives different folders in each round */
const manyChanges = (round: number): Change[] =>
  EVENT_TYPES.flatMap((type) =>
    Array.from({ length: 50 }, (_, n) => ({
      recordId: RECORDS.acme,
      type,
      folderId: `fld${String(round * 50 + n).padStart(15, '0')}`,
      clientId: null,
    })),
  );

describe('C56 a shutdown of the server', () => {
  it('a shutdown of the server ends the streams', async () => {
    const { app, address, token } = await startSecond();
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => openStream(createClient(address, token), RECORDS.acme)),
    );
    await app.close();
    await expect.poll(() => opened.every((stream) => stream.hasEnded())).toBe(true);
    await vault.database.ping();
  });

  it('a stream says that it has sent all changes, so that the page can continue at another server', async () => {
    const { app, address, token } = await startSecond();
    const client = createClient(address, token);
    const stream = await openEmptyStream(vault.database, client, { recordId: RECORDS.acme });
    await app.close();
    await expect.poll(() => stream.hasEnded()).toBe(true);
    expect(stream.comments.at(-1)).toBe(': end');
  });

  it(
    'a shutdown of the server does not wait for a client that does not read',
    { timeout: 60_000 },
    async () => {
      const { app, address, token } = await startSecond();
      const accepted = once(app.server, 'connection') as Promise<[Socket]>;
      const stuck = connect(Number(new URL(address).port), '127.0.0.1').pause();
      const { path } = requestOf(contract.events.stream, { params: { recordId: RECORDS.acme } });
      stuck.write(`GET ${path} HTTP/1.1\r\nHost: vault\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      const [connection] = await accepted;
      // Sends changes until all buffers between server and client are full.
      for (let round = 0; !connection.writableNeedDrain; round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await notify(vault.database.kysely, messagesOf(manyChanges(round)));
      }
      let hasEnded = false;
      const end = app.close().then(() => (hasEnded = true));
      await expect.poll(() => hasEnded, { timeout: 30_000 }).toBe(true);
      await end;
      stuck.destroy();
    },
  );
});
