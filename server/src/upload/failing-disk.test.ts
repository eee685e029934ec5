import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, type Client, signIn } from '../testing/client.ts';
import { fileOf } from '../testing/damage.ts';
import { type DiskFault, FailingDisk } from '../testing/faults/failing-disk.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { patch } from '../testing/resume.ts';
import { startServerProcess, type TestServerProcess } from '../testing/server-process.ts';
import { filesBody, postFiles, smallFile } from '../testing/small-files.ts';
import { newUid, prepare, put, scan, sendFolder, sendAndScan, transfer } from '../testing/upload-pipeline.ts';

// Uses real HTTP and PostgreSQL, and a real server process whose system calls fail.

const UNAVAILABLE = 'The vault is not available at the moment. Please try again in a minute.';
const NO_ROOM = 'There is no room for uploads at the moment. Please tell your administrator.';
const BLOBS = '/data/blobs/';
const LARGE_BYTES = 1_000_000;

let disk: FailingDisk;
let server: TestServerProcess;
let ada: Client;
beforeAll(async () => {
  if (!FailingDisk.isPossible) return;
  disk = await FailingDisk.create();
  server = await startServerProcess(disk.env);
  ada = await signIn(server.origin, 'everything');
});
afterEach(() => disk?.clear());
afterAll(async () => {
  await server?.close();
  await disk?.close();
});

let n = 0;
const newName = () => {
  n += 1;
  return `file ${n}.bin`;
};
const bytesOf = async (name: string) => {
  const { id } = await fileOf(server, name);
  const reply = await ada.fetch(contract.download.version.path.replace(':sfid', id), { method: 'POST' });
  return Buffer.from(await reply.arrayBuffer());
};
const logged = () => server.log().filter(({ operation }) => operation !== undefined);

/** Each step that stores bytes; returns the status and the error message of the answer. */
const STEPS: Record<string, (bytes: Buffer) => Promise<[number, string | null | undefined]>> = {
  'PUT of an upload': async (bytes) => {
    const { status, body } = await put(await prepare(ada, newUid(), newName()), bytes);
    return [status, (body as { errorMessage: string | null }).errorMessage];
  },
  'PATCH of an upload': async (bytes) => {
    const address = await prepare(ada, newUid(), newName());
    const { status, errorMessage } = await patch(address, bytes, { offset: 0, length: bytes.length });
    return [status, errorMessage];
  },
  'small files together': async (bytes) => {
    const files = [0, 400_000].map((start) => smallFile(newName(), bytes.subarray(start, start + 400_000)));
    const answer = await answerOf(await postFiles(ada, contract.upload.sendFiles.path, filesBody(files)));
    return [answer.status, answer.errorMessage];
  },
  'scan of a folder': async (bytes) => {
    const zip = rawZip([{ name: 'Docs/a.bin', content: bytes }]);
    await disk.clear();
    const uid = await sendFolder(ada, 'Docs', zip);
    await disk.fail(fault);
    const answer = await ada.call(contract.upload.scan, { query: { key: uid, isFolder: 'true' } });
    return [answer.status, answer.errorMessage];
  },
  'saving of a text': async () => {
    await disk.clear();
    const name = `${newName()}.txt`;
    expect(await transfer(ada, [await sendAndScan(ada, name, 'before')])).toEqual([200]);
    const { externalId, versionId } = await fileOf(server, name);
    await disk.fail(fault);
    const body = { text: `after ${name}`, baseVersionId: versionId };
    const answer = await ada.call(contract.preview.saveText, { params: { externalId }, body });
    return [answer.status, answer.errorMessage];
  },
};
let fault: DiskFault;

interface Expected {
  fault: DiskFault;
  status: 503 | 507;
}

const FAULTS: Record<string, Expected> = {
  'a full disk': { fault: { call: 'write', path: BLOBS, code: 'ENOSPC' }, status: 507 },
  'a used-up quota': { fault: { call: 'write', path: BLOBS, code: 'EDQUOT' }, status: 507 },
  'a failing write': { fault: { call: 'write', path: BLOBS, code: 'EIO' }, status: 503 },
  'a failing sync': { fault: { call: 'sync', path: '/unfinished/', code: 'EIO' }, status: 503 },
  'a failing sync of a folder': { fault: { call: 'sync', path: BLOBS, code: 'EIO', nth: 2 }, status: 503 },
  'a failing rename': { fault: { call: 'rename', path: BLOBS, code: 'EIO' }, status: 503 },
  'a read-only folder': { fault: { call: 'open', path: '/unfinished/', code: 'EROFS' }, status: 503 },
  'a lack of descriptors': { fault: { call: 'open', path: '/unfinished/', code: 'EMFILE' }, status: 503 },
  'a disk that fills on the way': {
    fault: { call: 'write', path: BLOBS, code: 'ENOSPC', nth: 2 },
    status: 507,
  },
};
const TEXTS = { 503: UNAVAILABLE, 507: NO_ROOM };
/** A text is stored with one write, so the second write cannot fail. */
const isPossible = (step: string, title: string) =>
  !(step === 'saving of a text' && title === 'a disk that fills on the way');

describe.skipIf(!FailingDisk.isPossible).each(Object.entries(STEPS))('%s', (name, step) => {
  const faults = Object.entries(FAULTS).filter(([title]) => isPossible(name, title));
  it.each(faults)(
    'SAFE-24 %s causes the right status, message and log line; uploads work afterwards',
    async (_, expected) => {
      const bytes = randomBytes(LARGE_BYTES);
      ({ fault } = expected);
      await disk.fail(fault);
      const before = logged().length;
      expect(await step(bytes)).toEqual([expected.status, TEXTS[expected.status]]);
      const { call: operation, code } = fault;
      const line = { operation, code, pathKind: expect.any(String) as unknown };
      await expect.poll(() => logged().slice(before)).toContainEqual(expect.objectContaining(line));
      await disk.clear();
      const file = newName();
      expect(await transfer(ada, [await sendAndScan(ada, file, bytes)])).toEqual([200]);
      expect((await bytesOf(file)).equals(bytes)).toBe(true);
    },
  );
});

describe.skipIf(!FailingDisk.isPossible)('downloads and scans on a failing disk', () => {
  it('SAFE-22 SAFE-24 a sector that cannot be read aborts the download', async () => {
    const name = newName();
    await transfer(ada, [await sendAndScan(ada, name, randomBytes(8 * LARGE_BYTES))]);
    await disk.fail({ call: 'read', path: BLOBS, code: 'EIO', nth: 3 });
    await expect(bytesOf(name)).rejects.toThrow('terminated');
    expect(await disk.hits()).toBeGreaterThan(0);
  });

  it('SAFE-24 without free file descriptors a download gets 503', async () => {
    const name = newName();
    await transfer(ada, [await sendAndScan(ada, name, 'x')]);
    const { id } = await fileOf(server, name);
    await disk.fail({ call: 'open', path: BLOBS, code: 'EMFILE' });
    const path = contract.download.version.path.replace(':sfid', id);
    const reply = await ada.fetch(path, { method: 'POST' });
    expect([reply.status, await reply.json()]).toMatchObject([503, { errorMessage: UNAVAILABLE }]);
    expect(reply.headers.get('retry-after')).toBe('5');
  });

  it('SAFE-24 a scan that cannot read the bytes gets 503, not the status ERROR', async () => {
    const uid = newUid();
    await put(await prepare(ada, uid, newName()), randomBytes(100));
    await disk.fail({ call: 'open', path: BLOBS, code: 'EMFILE' });
    const answer = await ada.call(contract.upload.scan, { query: { key: uid, isFolder: 'false' } });
    expect(answer).toMatchObject({ status: 503, errorMessage: UNAVAILABLE });
    await disk.clear();
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
  });

  it('SAFE-21 a stored copy that cannot be read is not used in place of new bytes', async () => {
    const bytes = randomBytes(LARGE_BYTES);
    const [old, again] = [newName(), newName()];
    await transfer(ada, [await sendAndScan(ada, old, bytes)]);
    const { blobKey } = await fileOf(server, old);
    const uid = await sendAndScan(ada, again, bytes);
    await disk.fail({ call: 'read', path: blobKey, code: 'EIO' });
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await disk.hits()).toBeGreaterThan(0);
    expect((await bytesOf(again)).equals(bytes)).toBe(true);
    expect((await bytesOf(old)).equals(bytes)).toBe(true);
  });
});

describe.skipIf(!FailingDisk.isPossible)('/readyz and /metrics', () => {
  const ready = async () => (await fetch(`${server.origin}/readyz`)).status;

  it('SAFE-24 /readyz fails after a failed sync until a probe of the folder succeeds', async () => {
    await expect.poll(ready).toBe(200);
    await disk.fail({ call: 'sync', path: '/unfinished/', code: 'EIO' });
    await put(await prepare(ada, newUid(), newName()), 'x');
    await disk.clear();
    expect(await ready()).toBe(503);
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  });

  it('SAFE-24 /metrics counts failures by operation and errno', async () => {
    await disk.fail({ call: 'rename', path: BLOBS, code: 'EIO' });
    await put(await prepare(ada, newUid(), newName()), 'x');
    const text = await (await fetch(`${server.origin}/metrics`)).text();
    expect(text).toMatch(/vault_storage_failures_total\{operation="rename",code="EIO"\} [1-9]/);
  });
});
