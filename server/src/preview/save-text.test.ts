import { contract, MIB } from '@vault/contract';
import { sql } from 'kysely';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import type { Scanner, Verdict } from '../platform/scanner/index.ts';
import { RECORDS, type TestUser } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { sweepGarbage } from '../testing/upload-pipeline.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { countersOf } from '../testing/vault.ts';
import { type StoredFile, put } from './fixtures/previews.ts';

// Uses real HTTP, PostgreSQL and the blob store. The scanner detects EICAR, or returns the verdict of a test.

const { saveText } = contract.preview;
const NOT_FOUND = 'File or folder does not exist.';
const NO_ACCESS = 'You do not have access to Document Vault';
const NEWER = 'Another person has saved a newer version of this file.';
const TOO_LARGE = 'You cannot edit or preview this file because it exceeds the file size limit.';

let verdict: Verdict | null = null;
const scanner: Scanner = {
  name: 'scanner of the test',
  async scan(source) {
    const bytes = Buffer.alloc(source.sizeBytes);
    await source.readAt(bytes, 0);
    const isInfected = bytes.includes(EICAR);
    return verdict ?? (isInfected ? { status: 'VIRUS', signature: 'EICAR' } : { status: 'PASS' });
  },
  check: async () => undefined,
  close: async () => undefined,
};

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp({ scanner });
});
afterAll(() => vault.close());
beforeEach(() => {
  verdict = null;
});

let count = 0;
/** Creates a text file in a new folder. */
async function note(bytes: string | Buffer = 'before', name = 'note.txt'): Promise<StoredFile> {
  count += 1;
  return put(vault, RECORDS.acme, { folder: `Folder ${count}`, name, bytes });
}
const save = async (
  { externalId, versionId }: Pick<StoredFile, 'externalId' | 'versionId'>,
  text: string,
  user: TestUser = 'editor',
) =>
  (await vault.as(user)).call(saveText, { params: { externalId }, body: { baseVersionId: versionId, text } });

async function bytesOf(file: StoredFile): Promise<Buffer> {
  const path = contract.download.version.path.replace(':sfid', file.id);
  return Buffer.from(
    await (await (await vault.as('downloader')).fetch(path, { method: 'POST' })).arrayBuffer(),
  );
}
const versionsOf = async ({ id }: StoredFile) =>
  (await vault.as('reader')).data(contract.versions.list, { params: { sfid: id }, query: {} });
async function storedBlobs(): Promise<number> {
  await sweepGarbage(vault);
  return (await readdir(vault.blobsDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;
}

describe('C62 an edited text', () => {
  test('the text becomes a new version by the editor, and the version before stays', async () => {
    const file = await note('before');
    const { code, data } = await save(file, 'after, with ü and 🎉');
    expect([code, data.sfid]).toEqual([200, file.id]);
    expect((await bytesOf(file)).toString()).toBe('after, with ü and 🎉');
    const { content } = await versionsOf(file);
    expect(content.map((one) => [one.versionId, one.uploadedBy, one.isCurrent])).toEqual([
      [data.versionId, 'Eve Foster', true],
      [file.versionId, 'Ada Byron', false],
    ]);
    const { rows } = await sql`select scanned_by from version where id = ${data.versionId}`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([{ scannedBy: 'scanner of the test' }]);
    const { kept, counted } = await countersOf(vault.database, RECORDS.acme);
    expect(kept).toEqual(counted);
  });

  test('an edited text can be saved repeatedly, each time from the version before', async () => {
    const file = await note();
    let versionId = file.versionId;
    for (const text of ['one', 'two', '', 'one']) {
      const { data } = await save({ ...file, versionId: versionId.toUpperCase() }, text);
      versionId = data.versionId;
    }
    expect((await bytesOf(file)).toString()).toBe('one');
    expect((await versionsOf(file)).totalElements).toBe(5);
  });

  const before = 'naïve';
  test.each<[string, Buffer, string, boolean]>([
    ['UTF-8 without a byte order mark gets none', Buffer.from(before), 'x', false],
    ['UTF-8 with a byte order mark keeps it', Buffer.from(`\uFEFF${before}`), 'x', true],
    ['a byte order mark is not repeated', Buffer.from(`\uFEFF${before}`), '\uFEFFx', true],
    ['UTF-16 becomes UTF-8 with a byte order mark', Buffer.from(`\uFEFF${before}`, 'utf16le'), 'x', true],
    ['Windows-1252 becomes UTF-8 with a byte order mark', Buffer.from(before, 'latin1'), 'x', true],
    ['an empty file gets no byte order mark', Buffer.alloc(0), 'x', false],
  ])('%s', async (_, bytes, text, hasMark) => {
    const file = await note(bytes);
    expect((await save(file, text)).code).toBe(200);
    expect(await bytesOf(file)).toEqual(Buffer.from(hasMark ? '\uFEFFx' : 'x'));
  });

  test('line ends and control characters are stored unchanged', async () => {
    const file = await note();
    const text = 'a\r\nb\nc\r\t\0\u{1F600}\u2028';
    await save(file, text);
    expect((await bytesOf(file)).toString()).toBe(text);
  });

  test('exactly 5 MB is saved, even if its JSON is twice as long; one byte more gets E9', async () => {
    const file = await note();
    const whole = '\n'.repeat(5 * MIB);
    const { code, data } = await save(file, whole);
    expect(code).toBe(200);
    const answer = await save({ ...file, versionId: data.versionId }, `${whole}x`);
    expect([answer.status, answer.errorMessage]).toEqual([400, TOO_LARGE]);
    expect((await save({ ...file, versionId: data.versionId }, `${whole}${whole}`)).status).toBe(413);
    expect((await versionsOf(file)).totalElements).toBe(2);
  });

  test('the bytes of equal texts are stored once', async () => {
    const [one, two] = [await note('1'), await note('2')];
    await save(one, 'the same text in two files');
    const blobs = await storedBlobs();
    await save(two, 'the same text in two files');
    expect(await storedBlobs()).toBe(blobs);
    expect((await bytesOf(two)).toString()).toBe('the same text in two files');
  });
});

describe('C62 refusals change nothing', () => {
  test('a newer version is never overwritten', async () => {
    const file = await note();
    await save(file, 'somebody was quicker');
    const blobs = await storedBlobs();
    const answer = await save(file, 'too late');
    expect([answer.status, answer.errorMessage]).toEqual([409, NEWER]);
    expect([(await bytesOf(file)).toString(), await storedBlobs()]).toEqual(['somebody was quicker', blobs]);
  });

  test('one of many concurrent saves of one version succeeds, the others get 409', async () => {
    const file = await note();
    const texts = Array.from({ length: 8 }, (_, n) => `text of ${n}`);
    const answers = await Promise.all(texts.map((text) => save(file, text)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)]);
    const winner = texts[answers.findIndex(({ code }) => code === 200)];
    expect([(await bytesOf(file)).toString(), (await versionsOf(file)).totalElements]).toEqual([winner, 2]);
  });

  test('a save is refused when an older version was made current', async () => {
    const first = await note();
    const { data } = await save(first, 'second');
    await (
      await vault.as('editor')
    ).data(contract.versions.makeCurrent, {
      params: { sfid: first.id },
      query: { versionId: first.versionId },
    });
    expect((await save({ ...first, versionId: data.versionId }, 'third')).status).toBe(409);
  });

  test('E12 a text that is infected or could not be scanned is not stored', async () => {
    const file = await note();
    const blobs = await storedBlobs();
    const infected = await save(file, `beginning ${EICAR.toString()}`);
    expect([infected.status, infected.errorMessage]).toEqual([
      422,
      'The file may have security risks and cannot be uploaded.',
    ]);
    verdict = { status: 'ERROR', reason: 'down' };
    const unscanned = await save(file, 'text');
    expect([unscanned.status, unscanned.errorMessage]).toEqual([422, 'Scan failed, please try again.']);
    expect([await storedBlobs(), (await versionsOf(file)).totalElements]).toEqual([blobs, 1]);
  });

  test.each(['csv', 'md', 'html', 'docx', 'png', ''])('T-02 a file .%s gets E10', async (extension) => {
    const answer = await save(await note('x', `file.${extension}`), 'text');
    expect([answer.status, answer.errorMessage]).toEqual([400, 'Preview is not supported.']);
  });

  test('E9 a file that is already over the limit cannot be saved', async () => {
    const file = await note();
    await sql`update item set size_bytes = ${5 * MIB + 1} where id = ${file.id}`.execute(
      vault.database.kysely,
    );
    const answer = await save(file, 'text');
    expect([answer.status, answer.errorMessage]).toEqual([400, TOO_LARGE]);
    await sql`update item set size_bytes = 6 where id = ${file.id}`.execute(vault.database.kysely);
  });

  test('P16 E4 E11 malformed requests, missing files and missing permissions are refused', async () => {
    const [mine, gone] = [await note(), await note()];
    const foreign = await put(vault, RECORDS.birch, { name: 'foreign.txt', bytes: 'x' });
    await (await vault.as('editor')).data(contract.organise.moveToTrash, { query: { ids: gone.id } });
    const answers = await Promise.all([
      save(mine, 'half \uD83D'),
      save(mine, undefined as unknown as string),
      save({ ...mine, versionId: 'newest' }, 'text'),
      save({ ...mine, externalId: 'no-uuid' }, 'text'),
      save(gone, 'text'),
      save(foreign, 'text'),
      save(mine, 'text', 'creator'),
      save(mine, 'text', 'reader'),
    ]);
    expect(answers.map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
      ...Array.from({ length: 3 }, () => [400, 'Invalid request.']),
      ...Array.from({ length: 2 }, () => [404, NOT_FOUND]),
      ...Array.from({ length: 3 }, () => [403, NO_ACCESS]),
    ]);
    expect((await versionsOf(mine)).totalElements).toBe(1);
  });

  test('C62 the call withstands hostile input', async () => {
    const { externalId, versionId } = await note();
    const valid = { externalId, baseVersionId: versionId, text: 'text' };
    await mustWithstand(await vault.as('editor'), saveText, { valid, runs: 60 });
  });
});
