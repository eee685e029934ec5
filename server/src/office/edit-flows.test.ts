import { request as httpRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { SETTINGS } from '../testing/app.ts';
import { fillVault } from '../testing/real-files.ts';
import { ACME, rowOf, versionsOf } from '../testing/seeded-items.ts';
import {
  createOfficeTestSetup,
  type Opened,
  openFile,
  type OfficeTestSetup,
  refusalOf,
  reopen,
} from '../testing/office-test-setup.ts';

// Uses real HTTP, PostgreSQL, the blob store, the embedded scanner and signed calls.

const LIMIT = 100_000;
const settings = { ...SETTINGS, maxUploadBytes: LIMIT };
let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup({ settings });
});
afterAll(() => setup.close());

const versionOf = (reply: Response) => reply.headers.get('x-wopi-itemversion');

describe('C58 EditFlows', () => {
  test('BasicEdit: after Lock, GetFile, PutFile and Unlock the file has the new bytes', async () => {
    const file = await openFile(setup, { bytes: 'before' });
    await file.lock('mine');
    expect(await file.bytes()).toBe('before');
    const saved = await file.put('after', 'mine');
    expect(saved.status).toBe(200);
    expect((await file.unlock('mine')).status).toBe(200);
    expect(await file.bytes()).toBe('after');
  });

  test('GUARD-24 PutFile below the minimum of free space works, into a full record it is 507', async () => {
    const file = await openFile(setup, { bytes: 'before' });
    await file.lock('mine');
    settings.minimumFree = { bytes: Number.MAX_SAFE_INTEGER, percent: 0 };
    expect((await file.put('saved', 'mine')).status).toBe(200);
    settings.minimumFree = SETTINGS.minimumFree;
    settings.recordMaxBytes = 1;
    expect((await file.put('refused', 'mine')).status).toBe(507);
    settings.recordMaxBytes = SETTINGS.recordMaxBytes;
    expect(await file.bytes()).toBe('saved');
    await file.unlock('mine');
  });

  test("each PutFile adds a version with the saver's name; the file keeps its name and id", async () => {
    const file = await openFile(setup, { bytes: 'first' });
    const before = await rowOf(setup.vault.database, file.fileId);
    await file.lock('mine');
    await file.put('second', 'mine');
    const colleague = await reopen(setup, file.fileId, { user: 'colleague' });
    await colleague.put('third', 'mine');
    await colleague.put('third', 'mine');
    const versions = await versionsOf(setup.vault.database, file.fileId);
    expect(versions.map(({ createdBy, sizeBytes }) => [createdBy, sizeBytes])).toEqual([
      ['Ben Carter', 5],
      ['Ben Carter', 5],
      ['Ada Byron', 6],
      ['Ada Byron', 5],
    ]);
    const after = await rowOf(setup.vault.database, file.fileId);
    expect(after).toMatchObject({
      name: before.name,
      versionCount: 4,
      currentVersionId: versions[0]?.id,
      modifiedBy: 'Ben Carter',
      sizeBytes: 5,
    });
    expect(versions[0]?.scannedBy).toBe(setup.vault.deps.scanner.name);
  });

  test('PutUnlockedFile: an empty file without a lock can be written', async () => {
    const file = await openFile(setup, { bytes: '' });
    expect((await file.put('the first words')).status).toBe(200);
    expect(await file.bytes()).toBe('the first words');
  });

  test('PutUnlockedFileNotZeroBytes: an unlocked file with bytes gets 409 and an empty lock', async () => {
    const file = await openFile(setup);
    expect(refusalOf(await file.put('overwritten'))).toEqual([409, '']);
    expect(refusalOf(await file.put('overwritten', 'mine'))).toEqual([409, '']);
    expect(await file.bytes()).toBe('unchanged');
  });

  test('PutFile can empty a file under its lock', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    expect((await file.put('', 'mine')).status).toBe(200);
    expect(await file.bytes()).toBe('');
  });

  test.each(['other', null])(
    'PutFile with the lock %j on a locked file gets 409 and the lock',
    async (lock) => {
      const file = await openFile(setup);
      await file.lock('mine');
      expect(refusalOf(await file.put('overwritten', lock))).toEqual([409, 'mine']);
      expect(await file.bytes()).toBe('unchanged');
      expect(await versionsOf(setup.vault.database, file.fileId)).toHaveLength(1);
    },
  );

  test('a locked empty file needs the lock too', async () => {
    const file = await openFile(setup, { bytes: '' });
    await file.lock('mine');
    expect(refusalOf(await file.put('overwritten'))).toEqual([409, 'mine']);
  });

  test('PutFile with an expired lock gets 409 and an empty lock', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    await sql`update office_lock set expires_at = now() - interval '1 ms' where file_id = ${file.fileId}`.execute(
      setup.vault.database.kysely,
    );
    expect(refusalOf(await file.put('too late', 'mine'))).toEqual([409, '']);
  });

  test('concurrent PutFile and Unlock run one after the other, and lose nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const file = await openFile(setup);
      await file.lock('mine');
      const [put, unlocked] = await Promise.all([file.put('raced', 'mine'), file.unlock('mine')]);
      expect(unlocked.status).toBe(200);
      const versions = await versionsOf(setup.vault.database, file.fileId);
      expect([put.status, versions.length]).toEqual(put.status === 200 ? [200, 2] : [409, 1]);
      if (put.status === 409) expect(put.headers.get('x-wopi-lock')).toBe('');
    }
  });

  test('concurrent PutFiles create one version each', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    const replies = await Promise.all([1, 2, 3, 4].map((n) => file.put(`number ${n}`, 'mine')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(versionOf)).size).toBe(4);
    expect(await versionsOf(setup.vault.database, file.fileId)).toHaveLength(5);
  });
});

describe('C58 FileVersion', () => {
  test("each reply contains the file's version, which only PutFile changes", async () => {
    const file = await openFile(setup);
    const { Version } = await file.info();
    const unchanged = [
      await file.get(),
      await file.get('/contents'),
      await file.lock('mine'),
      await file.do('REFRESH_LOCK', { 'x-wopi-lock': 'mine' }),
      await file.do('GET_LOCK'),
      await file.do('LOCK', { 'x-wopi-lock': 'mine', 'x-wopi-oldlock': 'mine' }),
    ];
    expect(new Set(unchanged.map(versionOf))).toEqual(new Set([Version]));
    const second = versionOf(await file.put('second', 'mine'));
    const third = versionOf(await file.put('third', 'mine'));
    expect(new Set([Version, second, third]).size).toBe(3);
    expect(versionOf(await file.unlock('mine'))).toBe(third);
    expect(await file.info()).toMatchObject({ Version: third });
  });
});

describe('C58 a file changed by others', () => {
  const timestamps = ['x-cool-wopi-timestamp', 'x-lool-wopi-timestamp'];

  test.each(timestamps)(
    '%s of the current version allows a save; the reply contains the next timestamp',
    async (header) => {
      const file = await openFile(setup);
      await file.lock('mine');
      const { LastModifiedTime } = await file.info();
      const first = await file.put('one', 'mine', { [header]: String(LastModifiedTime) });
      expect(first.status).toBe(200);
      const told = (await first.json()) as { LastModifiedTime: string };
      expect(await file.info()).toMatchObject(told);
      expect((await file.put('two', 'mine', { [header]: told.LastModifiedTime })).status).toBe(200);
    },
  );

  test.each(timestamps)(
    '%s of another version gets 409 and COOLStatusCode 1010, and overwrites nothing',
    async (header) => {
      const file = await openFile(setup, { name: `changed ${header}.docx`, folder: header });
      await file.lock('mine');
      const known = String((await file.info())['LastModifiedTime']);
      await uploadOver(file, 'by somebody else');
      const reply = await file.put('mine', 'mine', { [header]: known });
      expect(refusalOf(reply)).toEqual([409, 'mine']);
      expect(await reply.json()).toMatchObject({ COOLStatusCode: 1010 });
      expect(await file.bytes()).toBe('by somebody else');
      // A save without the header means that the person chose to overwrite: it adds a version.
      expect((await file.put('mine', 'mine')).status).toBe(200);
      expect(await versionsOf(setup.vault.database, file.fileId)).toHaveLength(3);
    },
  );

  test('an invalid timestamp counts as another version', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    expect((await file.put('x', 'mine', { 'x-cool-wopi-timestamp': 'yesterday' })).status).toBe(409);
  });

  test('a lock does not prevent other versions; none is lost', async () => {
    const file = await openFile(setup, { name: 'between.docx', folder: 'Between' });
    await file.lock('mine');
    await uploadOver(file, 'uploaded meanwhile');
    expect((await file.put('edited', 'mine')).status).toBe(200);
    const versions = await versionsOf(setup.vault.database, file.fileId);
    expect(versions.map(({ sizeBytes }) => sizeBytes)).toEqual([6, 18, 9]);
  });
});

describe('C58 bodies', () => {
  test('a virus gets 422 and changes nothing', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    const reply = await file.put(EICAR, 'mine');
    expect(reply.status).toBe(422);
    expect(reply.headers.get('x-wopi-servererror')).toContain('security risks');
    expect(await file.bytes()).toBe('unchanged');
    expect(await versionsOf(setup.vault.database, file.fileId)).toHaveLength(1);
  });

  test('an unavailable scanner gets 503, so that the service can retry', async () => {
    const { scanner } = setup.vault.deps;
    const file = await openFile(setup);
    await file.lock('mine');
    const scan = vi.spyOn(scanner, 'scan').mockResolvedValueOnce({ status: 'ERROR', reason: 'of the test' });
    expect((await file.put('x', 'mine')).status).toBe(503);
    scan.mockRestore();
    expect((await file.put('x', 'mine')).status).toBe(200);
  });

  test.each(['announced', 'in chunks'])(
    'a body over the upload limit, %s, gets 413 and leaves no blob',
    async (how) => {
      const file = await openFile(setup);
      await file.lock('mine');
      const before = await blobFiles();
      const large = 'x'.repeat(LIMIT + 1);
      const body = how === 'announced' ? large : chunksOf(large);
      expect((await file.put(body, 'mine')).status).toBe(413);
      expect(await versionsOf(setup.vault.database, file.fileId)).toHaveLength(1);
      await expect.poll(blobFiles).toEqual(before);
    },
  );

  test('a chunked body without a length is stored completely', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    expect((await file.put(chunksOf('x'.repeat(LIMIT)), 'mine')).status).toBe(200);
    expect((await file.bytes()).length).toBe(LIMIT);
  });

  test.each(['content-length', 'chunked'])('an aborted body (%s) stores nothing', async (how) => {
    const file = await openFile(setup);
    await file.lock('mine');
    const before = await blobFiles();
    await cutPut(file, how === 'chunked');
    await expect.poll(blobFiles).toEqual(before);
    expect(await versionsOf(setup.vault.database, file.fileId)).toHaveLength(1);
    expect(await file.bytes()).toBe('unchanged');
    expect((await file.put('whole', 'mine')).status).toBe(200);
  });
});

/** Adds a new version by the ordinary upload. */
async function uploadOver(file: Opened, bytes: string): Promise<void> {
  const { name, parentId } = await rowOf(setup.vault.database, file.fileId);
  const { rows } = await sql<{ name: string }>`select name from item where id = ${parentId}`.execute(
    setup.vault.database.kysely,
  );
  await fillVault(setup.vault.deps, ACME, {
    files: [{ name, bytes, folder: rows[0]?.name ?? '' }],
  });
}

function chunksOf(text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 10_000));
      at += 10_000;
    },
  });
}

/** Sends the beginning of a PutFile and closes the connection. */
async function cutPut(file: Opened, isChunked: boolean): Promise<void> {
  const { url, signature } = setup.service.sign(file.document, '/contents', {});
  const request = httpRequest(url, {
    method: 'POST',
    headers: {
      ...signature,
      'x-wopi-override': 'PUT',
      'x-wopi-lock': 'mine',
      ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': '50000' }),
    },
  });
  request.on('error', () => undefined);
  await new Promise((resolve) => {
    request.on('close', resolve);
    request.write('x'.repeat(20_000), () => request.destroy());
  });
}

/** The files of the blob store, including partly written ones. */
async function blobFiles(): Promise<string[]> {
  const names = await readdir(setup.vault.blobsDir, { recursive: true, withFileTypes: true });
  return names.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}
