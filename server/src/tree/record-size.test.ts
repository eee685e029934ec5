import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { folderId, list, newUid, sendAndScan, transfer } from '../testing/upload-pipeline.ts';

const { organise, upload } = contract;
const FULL = { status: 507, errorCode: 'RECORD_FULL' };
const NOT_FULL = SETTINGS.recordMaxBytes;

let vault: TestApp;
let ada: Client;
const settings = { ...SETTINGS };
beforeAll(async () => {
  vault = await createTestApp({ settings });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());
beforeEach(() => {
  settings.recordMaxBytes = NOT_FULL;
});

async function sizes() {
  const { rows } = await sql<{ stored: number; counted: number }>`
    select stored_bytes as stored,
      (select coalesce(sum(size_bytes), 0)::bigint from version where record_id = record.id) as counted
    from record where id = ${RECORDS.acme}`.execute(vault.database.kysely);
  return rows[0] ?? { stored: -1, counted: -2 };
}
/** Leaves room for `bytes` in the record. */
const leaveRoom = async (bytes: number) => {
  settings.recordMaxBytes = (await sizes()).stored + bytes;
};
const store = async (name: string, bytes: number, uid = newUid()) => {
  await sendAndScan(ada, name, randomBytes(bytes), uid);
  return ada.call(upload.transfer, {
    body: { fileKeys: [uid], folderSfid: await folderId(ada), linkedId: RECORDS.acme },
  });
};
const named = async (name: string) => (await list(ada)).find((item) => item.name === name);
const copy = async (sfid: string, into: string) =>
  ada.call(organise.copy, { body: { linkId: RECORDS.acme, sfids: [sfid], path: into } });

describe('the size of a record', () => {
  it('GUARD-24 counts all versions and the trash, until they are deleted permanently', async () => {
    await store('a.bin', 1000);
    await store('a.bin', 500);
    const file = await named('a.bin');
    expect(await sizes()).toEqual({ stored: 1500, counted: 1500 });
    await copy(file?.sfid ?? '', '');
    await ada.call(organise.moveToTrash, { query: { ids: file?.sfid ?? '' } });
    const { stored, counted } = await sizes();
    expect(stored).toBe(counted);
    expect(stored).toBeGreaterThanOrEqual(1500);
  });

  it('GUARD-24 an upload that does not fit is refused, and stored after there is room', async () => {
    await leaveRoom(1000);
    const uid = newUid();
    expect(await store('b.bin', 1001, uid)).toMatchObject(FULL);
    expect(await named('b.bin')).toBeUndefined();
    expect(await store('c.bin', 1000)).toMatchObject({ status: 200 });
    settings.recordMaxBytes = NOT_FULL;
    expect(await transfer(ada, [uid])).toEqual([200]);
  });

  it('GUARD-24 of transfers at once only as many are stored as fit, also in one transaction', async () => {
    const uids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sendAndScan(ada, `at-once-${n}.bin`, randomBytes(100))),
    );
    await leaveRoom(300);
    const folderSfid = await folderId(ada);
    const replies = await Promise.all(
      uids.map((uid) =>
        ada.call(upload.transfer, { body: { fileKeys: [uid], folderSfid, linkedId: RECORDS.acme } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 507)).toHaveLength(7);
  });

  it('GUARD-24 copies, duplicates and edited texts need room; renames and deletions do not', async () => {
    await store('d.txt', 100);
    const file = await named('d.txt');
    const id = file?.sfid ?? '';
    await leaveRoom(99);
    await ada.call(organise.createFolder, {
      params: { recordId: RECORDS.acme },
      query: { path: '', name: 'F' },
    });
    expect(await copy(id, 'F')).toMatchObject(FULL);
    const duplicate = { linkId: RECORDS.acme, sfids: [id], path: '', sign: 'duplicate' as const };
    expect(await ada.call(organise.copy, { body: duplicate })).toMatchObject(FULL);
    const edited = await ada.call(contract.preview.saveText, {
      params: { externalId: file?.externalId ?? '' },
      body: { text: 'x'.repeat(100), baseVersionId: file?.versionId ?? '' },
    });
    expect(edited).toMatchObject(FULL);
    const renamed = await ada.call(organise.renameFile, {
      body: { linkId: RECORDS.acme, sfid: id, name: 'e.txt' },
    });
    expect(renamed.status).toBe(200);
    expect((await ada.call(organise.moveToTrash, { query: { ids: id } })).status).toBe(200);
  });
});
