import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { type Damage, damage, DAMAGES, fileOf, uploadBlobKeyOf } from '../testing/damage.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { patch } from '../testing/resume.ts';
import { ACME } from '../testing/seeded-items.ts';
import {
  newUid,
  prepare,
  put,
  scan,
  sendFolder,
  sendAndScan,
  sweepGarbage,
  traces,
  transfer,
} from '../testing/upload-pipeline.ts';

/** More than the first two pieces of a read. */
const LARGE_BYTES = 700_000;
/** More than one batch of a write. */
const SEVERAL_BATCHES = 300_000;

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  vault = await createTestApp();
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

const bytesOf = async (name: string): Promise<Buffer> => {
  const address = contract.download.version.path.replace(':sfid', (await fileOf(vault, name)).id);
  const reply = await ada.fetch(address, { method: 'POST' });
  if (reply.status !== 200) throw new Error(`${name}: ${reply.status}`);
  return Buffer.from(await reply.arrayBuffer());
};
const damageFile = async (name: string, how: Damage) =>
  damage(vault, (await fileOf(vault, name)).blobKey, how);
const upload = async (name: string, bytes: Buffer | string): Promise<number[]> =>
  transfer(ada, [await sendAndScan(ada, name, bytes)]);

describe.each(Object.entries(DAMAGES))('stored bytes that are %s', (title, how) => {
  const name = (text: string) => `${title} ${text}`;

  it.each([10, LARGE_BYTES])(
    'SAFE-21 damaged bytes are replaced by the same %i bytes of a new upload',
    async (size) => {
      const bytes = randomBytes(size);
      const [old, again] = [name(`old ${size}.bin`), name(`new ${size}.bin`)];
      expect(await upload(old, bytes)).toEqual([200]);
      await damageFile(old, how);
      expect(await upload(again, bytes)).toEqual([200]);
      expect((await bytesOf(again)).equals(bytes)).toBe(true);
      expect((await bytesOf(old)).equals(bytes)).toBe(true);
    },
  );

  it('SAFE-21 damaged bytes are replaced by equal bytes of an upload in chunks or of a folder', async () => {
    const bytes = randomBytes(LARGE_BYTES);
    const [old, pieces] = [name('source.bin'), name('pieces.bin')];
    await upload(old, bytes);
    await damageFile(old, how);
    const uid = newUid();
    const address = await prepare(ada, uid, pieces);
    await patch(address, bytes.subarray(0, 300_000), { offset: 0, length: bytes.length });
    await patch(address, bytes.subarray(300_000), { offset: 300_000 });
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await bytesOf(pieces)).equals(bytes)).toBe(true);

    await damageFile(old, how);
    const zip = rawZip([{ name: `${title}/${title}.bin`, content: bytes }]);
    const folder = await sendFolder(ada, title, zip);
    await scan(ada, folder, true);
    expect(await transfer(ada, [`${folder}_0`])).toEqual([200]);
    expect((await bytesOf(`${title}.bin`)).equals(bytes)).toBe(true);
    expect((await bytesOf(old)).equals(bytes)).toBe(true);
  });

  it('SAFE-21 damaged bytes are replaced when a text with the same bytes is saved', async () => {
    const text = name('what the text says');
    const [old, other] = [name('old.txt'), name('other.txt')];
    await upload(old, text);
    await upload(other, 'something else');
    await damageFile(old, how);
    const { externalId, versionId } = await fileOf(vault, other);
    const body = { text, baseVersionId: versionId };
    await ada.data(contract.preview.saveText, { params: { externalId }, body });
    expect((await bytesOf(other)).toString()).toBe(text);
    expect((await bytesOf(old)).toString()).toBe(text);
  });

  it('SAFE-21 damaged bytes of an upload must be sent again and are not stored in a file', async () => {
    const bytes = randomBytes(LARGE_BYTES);
    const uid = newUid();
    const address = await prepare(ada, uid, name('received.bin'));
    await put(address, bytes);
    await damage(vault, await uploadBlobKeyOf(vault, uid), how);
    const scanned = await ada.call(contract.upload.scan, { query: { key: uid, isFolder: 'false' } });
    if (title === 'long') return expect(scanned).toMatchObject({ code: 200 });
    const errorMessage = 'The upload was damaged on the server. Please upload it again.';
    expect(scanned).toMatchObject({ code: 404, errorMessage });
    expect(await transfer(ada, [uid])).toEqual([422]);
    await put(address, bytes);
    await scan(ada, uid);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect((await bytesOf(name('received.bin'))).equals(bytes)).toBe(true);
  });
});

it.each(['missing', 'empty', 'short', 'long', 'replaced by a folder'] as const)(
  'SAFE-21 an upload whose bytes are %s after the scan is sent again; equal files keep theirs',
  async (title) => {
    const bytes = randomBytes(1000);
    await upload(`kept ${title}.bin`, bytes);
    const uid = await sendAndScan(ada, `lost ${title}.bin`, bytes);
    await damage(vault, await uploadBlobKeyOf(vault, uid), DAMAGES[title]);
    expect(await transfer(ada, [uid])).toEqual([404]);
    expect((await bytesOf(`kept ${title}.bin`)).equals(bytes)).toBe(true);
    const again = await sendAndScan(ada, `lost ${title}.bin`, bytes, uid);
    expect(await transfer(ada, [again])).toEqual([200]);
    expect((await bytesOf(`lost ${title}.bin`)).equals(bytes)).toBe(true);
  },
);

it.each(Object.entries(DAMAGES))(
  'SAFE-21 sixteen concurrent uploads replace one blob that is %s',
  async (title, how) => {
    const bytes = randomBytes(SEVERAL_BATCHES);
    await upload(`first ${title}.bin`, bytes);
    await damageFile(`first ${title}.bin`, how);
    const names = Array.from({ length: 16 }, (_, n) => `${n} at once ${title}.bin`);
    const codes = await Promise.all(names.map((name) => upload(name, bytes)));
    expect(codes.flat()).toEqual(names.map(() => 200));
    await sweepGarbage(vault);
    for (const name of [...names, `first ${title}.bin`]) {
      expect((await bytesOf(name)).equals(bytes)).toBe(true);
    }
  },
);

it('SAFE-21 two equal files in one transfer share one intact copy', async () => {
  const { blobs } = await traces(vault);
  const bytes = randomBytes(5000);
  const keys = [await sendAndScan(ada, 'pair 1.bin', bytes), await sendAndScan(ada, 'pair 2.bin', bytes)];
  expect(await transfer(ada, keys)).toEqual([200, 200]);
  expect((await traces(vault)).blobs).toBe(blobs + 1);
  expect((await bytesOf('pair 2.bin')).equals(bytes)).toBe(true);
});

it('SAFE-21 a download ticket returns the copy that replaced a damaged one', async () => {
  const bytes = randomBytes(LARGE_BYTES);
  await upload('ticket.bin', bytes);
  await upload('beside.bin', randomBytes(10));
  const sfids = [(await fileOf(vault, 'ticket.bin')).id, (await fileOf(vault, 'beside.bin')).id];
  const ticket = await ada.data(contract.download.ticket, { body: { linkId: ACME, sfids } });
  await damageFile('ticket.bin', DAMAGES.missing);
  await upload('healer.bin', bytes);
  const reply = await fetch(ticket.url);
  expect(Buffer.from(await reply.arrayBuffer()).includes(bytes)).toBe(true);
});
