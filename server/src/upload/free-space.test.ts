import { contract, Messages } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { patch } from '../testing/resume.ts';
import {
  contentOf,
  list,
  newUid,
  prepare,
  put,
  scan,
  sendAndScan,
  transfer,
} from '../testing/upload-pipeline.ts';

/** More than any disk has, so that no space is free enough. */
const minimumFree = { bytes: Number.MAX_SAFE_INTEGER, percent: 0 };
const FULL = { code: 507, data: null, errorCode: 'STORAGE_FULL', errorMessage: Messages.storageFull };

let vault: TestApp;
let ada: Client;
/** the same settings object for the running server, so that the disk can become full during a test */
const settings = { ...SETTINGS };
const fill = () => Object.assign(settings, { minimumFree });
const empty = () => Object.assign(settings, { minimumFree: SETTINGS.minimumFree });

beforeAll(async () => {
  vault = await createTestApp({ settings });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

describe('below the minimum of free space', () => {
  it('GUARD-24 bytes are refused with 507 and a sentence, whole or in chunks', async () => {
    fill();
    expect(await put(await prepare(ada, newUid(), 'a.txt'), 'a')).toEqual({ status: 507, body: FULL });
    const chunk = await patch(await prepare(ada, newUid(), 'b.txt'), 'b', { offset: 0, length: 2 });
    expect(chunk).toEqual({ status: 507, errorMessage: Messages.storageFull });
  });

  it('GUARD-24 a folder is not unpacked, and can be scanned again when there is space', async () => {
    empty();
    const uid = newUid();
    await put(
      await prepare(ada, uid, 'Docs.zip'),
      rawZip([{ name: 'Docs/a.txt', content: Buffer.from('a') }]),
    );
    fill();
    const refused = await ada.call(contract.upload.scan, { query: { key: uid, isFolder: 'true' } });
    expect(refused).toMatchObject({ status: 507, errorCode: 'STORAGE_FULL' });
    empty();
    expect(await scan(ada, uid, true)).toMatchObject([{ scan_status: 'PASS' }]);
  });

  it('GUARD-24 lists, downloads, edits, transfers, deletions and sign-in work', async () => {
    empty();
    const uid = await sendAndScan(ada, 'kept.txt', 'kept');
    fill();
    expect(await transfer(ada, [uid])).toEqual([200]);
    const kept = (await list(ada)).find(({ name }) => name === 'kept.txt');
    expect(await contentOf(ada, kept?.sfid ?? '')).toBe('kept');
    const edited = await ada.call(contract.preview.saveText, {
      params: { externalId: kept?.externalId ?? '' },
      body: { text: 'edited', baseVersionId: kept?.versionId ?? '' },
    });
    expect(edited.status).toBe(200);
    const trashed = await ada.call(contract.organise.moveToTrash, {
      query: {},
      body: { linkId: RECORDS.acme, sfids: [kept?.sfid ?? ''] },
    });
    expect(trashed.status).toBe(200);
    const again = await vault.as('reader');
    expect((await again.call(contract.session.me)).status).toBe(200);
  });
});
