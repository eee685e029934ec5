import { contract, Messages } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../testing/faults/proxied-database.ts';
import { folderId, list, newUid, sendAndScan } from '../testing/upload-pipeline.ts';

// Uses real HTTP, PostgreSQL and a proxy in front of it that drops answers.

const recordId = RECORDS.acme;

let proxied: ProxiedDatabase;
let vault: TestApp;
let client: Client;
beforeAll(async () => {
  proxied = await createProxiedDatabase();
  vault = await createTestApp({ database: proxied.database });
  client = await vault.as('creator');
});
afterAll(async () => {
  await vault.close();
  await proxied.database.drop();
});

/** Runs `work` while another transaction holds the record lock. @param waiters number of waiting sessions at the end */
async function withLockedRecord(work: () => void, waiters: number): Promise<void> {
  await proxied.direct.transaction(async (tx) => {
    await sql`select from record where id = ${recordId} for update`.execute(tx);
    work();
    const waiting = async () =>
      (
        await proxied.direct.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length;
    await expect.poll(waiting).toBe(waiters);
    // After this call the other transfers have arrived as well and wait for their turn.
    await list(client);
  });
}

describe('SAFE-28, D-23 transfers that are committed together', () => {
  it('files are stored once when the reply to COMMIT is lost and calls are repeated', async () => {
    const folderSfid = await folderId(client);
    const keys = await Promise.all(
      ['a.txt', 'b.txt', 'c.txt'].map((name) => sendAndScan(client, name, name, newUid())),
    );
    const transfer = (key: string) =>
      client.call(contract.upload.transfer, { body: { fileKeys: [key], folderSfid, linkedId: recordId } });

    // The first call runs alone in its turn; the others arrive during its wait and share the next turn.
    const calls: ReturnType<typeof transfer>[] = [];
    const lost = proxied.proxy.arm('cutAfter', { commit: 2 });
    await withLockedRecord(() => calls.push(...keys.map(transfer)), 1);
    await lost;
    const answers = (await Promise.all(calls)).map(({ code, errorMessage }) => `${code} ${errorMessage}`);
    const unavailable = `503 ${Messages.vaultUnavailable}`;
    expect(answers.toSorted()).toEqual(['200 null', unavailable, unavailable]);

    const repeated = await Promise.all(keys.map(transfer));
    expect(repeated).toMatchObject(
      keys.map((fileKey) => ({ code: 200, data: { detailList: [{ fileKey, code: 200 }] } })),
    );
    const files = await list(client);
    expect(files.map(({ name, versionCount }) => [name, versionCount])).toEqual([
      ['a.txt', 1],
      ['b.txt', 1],
      ['c.txt', 1],
    ]);
  });
});
