import { contract, type Version } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillVault } from '../testing/real-files.ts';
import { RECORDS, type TestUser } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { countersOf } from '../testing/vault.ts';

// Uses real HTTP, PostgreSQL and the blob store.

const { list, remove, makeCurrent, receipt } = contract.versions;
const NOT_FOUND = 'File or folder does not exist.';
const NO_ACCESS = 'You do not have access to Document Vault';
const ONLY_VERSION = 'The only version cannot be deleted.';
const UNKNOWN_FILE = 'filNobody000000000';
const UNKNOWN_VERSION = '7d44cf0a-2b3c-4a9e-8a1f-0123456789ab';

const day = (n: number) => new Date(Date.UTC(2026, 4, n, 8, 30, 0, 250));

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

interface Note {
  id: string;
  /** oldest first */
  versions: string[];
}

let names = 0;
/** Creates a file in a separate folder, with a version for each text, one day apart. */
async function note(texts: readonly string[], recordId = RECORDS.acme): Promise<Note> {
  names += 1;
  const folder = `Notes ${names}/Inside`;
  const files = texts.map((bytes, n) => ({ folder, name: 'note.txt', bytes, at: day(n + 1) }));
  const filled = await fillVault(vault.deps, recordId, { files });
  return { id: filled[0]?.id ?? '', versions: filled.map((file) => file.versionId) };
}

const as = (user: TestUser) => vault.as(user);
const versionsOf = async (id: string, query: { page?: number; size?: number } = {}) =>
  (await as('reader')).data(list, { params: { sfid: id }, query });
const currentOf = (versions: readonly Version[]) =>
  versions.filter((version) => version.isCurrent).map((version) => version.versionId);

async function rowOf(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select current_version_id, version_count, size_bytes, modified_at, modified_by from item where id = ${id}`.execute(
    vault.database.kysely,
  );
  return rows[0];
}

async function mustCount(): Promise<void> {
  const { kept, counted } = await countersOf(vault.database, RECORDS.acme);
  expect(kept).toEqual(counted);
}

describe('C31 the versions of a file', () => {
  test('VERSION-03 the list is newest first, with date, uploader, size and the current one', async () => {
    const { id, versions } = await note(['one', 'second', 'third one']);
    const { content, totalElements, numberOfElements } = await versionsOf(id);
    expect([totalElements, numberOfElements]).toEqual([3, 3]);
    expect(content).toEqual(
      [3, 2, 1].map((n) => ({
        id: expect.stringMatching(/^ver[0-9A-Za-z]{15}$/),
        versionId: versions[n - 1],
        createDate: day(n).toISOString(),
        uploadedBy: 'Ada Byron',
        accloudFileSize: [3, 6, 9][n - 1],
        isCurrent: n === 3,
      })),
    );
    expect(new Set(content.map((version) => version.id)).size).toBe(3);
  });

  test('D-01 pages start at zero; a page after the last is empty and returns the total', async () => {
    const { id, versions } = await note(['a', 'b', 'c']);
    const pages = await Promise.all([0, 1, 2].map((page) => versionsOf(id, { page, size: 2 })));
    expect(pages.map((page) => page.content.map((version) => version.versionId))).toEqual([
      [versions[2], versions[1]],
      [versions[0]],
      [],
    ]);
    expect(pages.map((page) => page.totalElements)).toEqual([3, 3, 3]);
  });

  test.each([
    ['page=-1', 400],
    ['size=0', 400],
    ['size=half', 400],
    ['size=100000', 200],
  ])('?%s gets status %i', async (query, status) => {
    const { id } = await note(['a']);
    const path = list.path.replace(':sfid', id);
    expect((await (await as('reader')).fetch(`${path}?${query}`)).status).toBe(status);
  });
});

describe('C33 make current', () => {
  test('VERSION-08 D-44 an older version becomes current with its size, date and uploader', async () => {
    const { id, versions } = await note(['the longest of all', 'short']);
    await sql`update version set created_by = 'Ben Carter' where id = ${versions[0]}`.execute(
      vault.database.kysely,
    );
    const editor = await as('editor');
    expect(await editor.data(makeCurrent, promote(id, versions[0]))).toBe(true);
    expect(await rowOf(id)).toEqual({
      currentVersionId: versions[0],
      versionCount: 2,
      sizeBytes: 18,
      modifiedAt: day(1),
      modifiedBy: 'Ben Carter',
    });
    const { content } = await versionsOf(id);
    expect(content.map((version) => version.versionId)).toEqual(versions.toReversed());
    expect(currentOf(content)).toEqual([versions[0]]);
    await mustCount();
  });

  test('making the current version current again succeeds and changes nothing', async () => {
    const { id, versions } = await note(['a', 'bb']);
    const before = await rowOf(id);
    const editor = await as('editor');
    const upperCase = versions[1]?.toUpperCase();
    expect(await editor.data(makeCurrent, promote(id, upperCase))).toBe(true);
    expect(await rowOf(id)).toEqual(before);
  });
});

describe('C32 remove a version', () => {
  test('VERSION-11 deleting an older version keeps the current one', async () => {
    const { id, versions } = await note(['a', 'bb', 'ccc']);
    const before = await rowOf(id);
    expect(await (await as('editor')).data(remove, promote(id, versions[0]))).toBe(true);
    expect(await rowOf(id)).toEqual({ ...before, versionCount: 2 });
    expect((await versionsOf(id)).totalElements).toBe(2);
    await mustCount();
  });

  test('VERSION-18 after deleting the current version the newest remaining one is current', async () => {
    const { id, versions } = await note(['a', 'bb', 'ccc', 'dddd']);
    const editor = await as('editor');
    await editor.data(makeCurrent, promote(id, versions[1]));
    await editor.data(remove, promote(id, versions[1]));
    expect(await rowOf(id)).toMatchObject({
      currentVersionId: versions[3],
      versionCount: 3,
      sizeBytes: 4,
      modifiedAt: day(4),
    });
    await mustCount();
  });

  test('P15 T-71 the only version cannot be deleted', async () => {
    const { id, versions } = await note(['a']);
    const answer = await (await as('editor')).call(remove, promote(id, versions[0]));
    expect([answer.status, answer.code, answer.errorMessage]).toEqual([409, 409, ONLY_VERSION]);
    expect((await versionsOf(id)).totalElements).toBe(1);
  });

  test('D-27 deleting a version keeps bytes that another file uses', async () => {
    const [first, second] = [await note(['shared', 'x']), await note(['shared'])];
    await (await as('editor')).data(remove, promote(first.id, first.versions[0]));
    const params = { sfid: second.id };
    const reply = await (
      await as('downloader')
    ).fetch(contract.download.version.path.replace(':sfid', params.sfid), { method: 'POST' });
    expect(await reply.text()).toBe('shared');
  });

  test('concurrent deletes of all versions leave one version and refuse one call', async () => {
    const { id, versions } = await note(['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff']);
    const editor = await as('editor');
    const answers = await Promise.all(
      versions.map((versionId) => editor.call(remove, promote(id, versionId))),
    );
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 409,
    ]);
    const { content, totalElements } = await versionsOf(id);
    expect([totalElements, content.length]).toEqual([1, 1]);
    expect(currentOf(content)).toEqual([content[0]?.versionId]);
    expect(await rowOf(id)).toMatchObject({ versionCount: 1, sizeBytes: content[0]?.accloudFileSize });
    await mustCount();
  });
});

describe('C57 the receipt of a version', () => {
  test('contract 10.10 the receipt has SHA-256 and CRC-32 in lower-case hex, and the size', async () => {
    const { versions } = await note(['other', '123456789']);
    const data = await (await as('reader')).data(receipt, { params: { versionId: versions[1] ?? '' } });
    expect(data).toEqual({
      sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
      crc32: 'cbf43926',
      size: 9,
    });
  });

  test('a CRC-32 keeps its leading zeros', async () => {
    const { versions } = await note(['']);
    const data = await (await as('reader')).data(receipt, { params: { versionId: versions[0] ?? '' } });
    expect([data.crc32, data.size]).toEqual(['00000000', 0]);
  });

  test.each([UNKNOWN_VERSION, 'no-uuid', UNKNOWN_FILE])('E4 %s has no receipt', async (versionId) => {
    const answer = await (await as('reader')).call(receipt, { params: { versionId } });
    expect([answer.status, answer.errorMessage]).toEqual([404, NOT_FOUND]);
  });
});

describe('refusals', () => {
  let mine: Note;
  let other: Note;
  let foreign: Note;
  let trashed: Note;
  beforeAll(async () => {
    mine = await note(['a', 'bb']);
    other = await note(['c', 'dd']);
    foreign = await note(['e', 'ff'], RECORDS.birch);
    trashed = await note(['g', 'hh']);
    await (await as('editor')).data(contract.organise.moveToTrash, { query: { ids: trashed.id } });
  });

  const attempts: [string, () => Promise<{ status: number; errorMessage: string | null }>, number, string][] =
    [
      ['E4 an unknown file has no versions', () => listAs(UNKNOWN_FILE), 404, NOT_FOUND],
      ['E4 nor has what is no id', () => listAs('..'), 404, NOT_FOUND],
      ['E4 contract 10.18: nor a file in the trash', () => listAs(trashed.id), 404, NOT_FOUND],
      ['E11 nor a file of a closed record', () => listAs(foreign.id), 403, NO_ACCESS],
      ['E4 an unknown version', () => change(remove, mine.id, UNKNOWN_VERSION), 404, NOT_FOUND],
      ['E4 a version of another file', () => change(remove, mine.id, other.versions[0]), 404, NOT_FOUND],
      ['E4 … also of a foreign one', () => change(remove, mine.id, foreign.versions[0]), 404, NOT_FOUND],
      [
        'E4 a version of a file in the trash',
        () => change(remove, trashed.id, trashed.versions[0]),
        404,
        NOT_FOUND,
      ],
      [
        'E11 a version of a foreign file',
        () => change(remove, foreign.id, foreign.versions[0]),
        403,
        NO_ACCESS,
      ],
      ['P16 what is no version id', () => change(remove, mine.id, 'newest'), 400, 'Invalid request.'],
      [
        'E4 another file cannot lend its version',
        () => change(makeCurrent, mine.id, other.versions[1]),
        404,
        NOT_FOUND,
      ],
      [
        'E4 a trashed file has no current version',
        () => change(makeCurrent, trashed.id, trashed.versions[0]),
        404,
        NOT_FOUND,
      ],
      ['E11 nor a foreign one', () => change(makeCurrent, foreign.id, foreign.versions[0]), 403, NO_ACCESS],
      ['E11 a foreign receipt', () => receiptAs(foreign.versions[0]), 403, NO_ACCESS],
      ['E4 the receipt of a trashed file', () => receiptAs(trashed.versions[0]), 404, NOT_FOUND],
      [
        'E11 removing asks for the edit permission',
        () => change(remove, mine.id, mine.versions[0], 'reader'),
        403,
        NO_ACCESS,
      ],
      [
        'E11 so does making current',
        () => change(makeCurrent, mine.id, mine.versions[0], 'downloader'),
        403,
        NO_ACCESS,
      ],
      ['E11 without a vault there is no list', () => listAs(mine.id, 'noVault'), 403, NO_ACCESS],
    ];
  const listAs = async (sfid: string, user: TestUser = 'reader') =>
    (await as(user)).call(list, { params: { sfid }, query: {} });
  const change = async (
    endpoint: typeof remove,
    id: string,
    versionId: string | undefined,
    user: TestUser = 'editor',
  ) => (await as(user)).call(endpoint, promote(id, versionId));
  const receiptAs = async (versionId = '') => (await as('reader')).call(receipt, { params: { versionId } });

  test.each(attempts)('%s', async (_, attempt, status, text) => {
    const before = await Promise.all([mine, other, foreign, trashed].map((one) => rowOf(one.id)));
    const answer = await attempt();
    expect([answer.status, answer.errorMessage]).toEqual([status, text]);
    expect(await Promise.all([mine, other, foreign, trashed].map((one) => rowOf(one.id)))).toEqual(before);
  });

  test('E4 a folder has no versions', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from item where kind = 'folder' and name = 'Inside' limit 1`.execute(vault.database.kysely);
    expect((await listAs(rows[0]?.id ?? '')).status).toBe(404);
  });

  test('P1 a call without a token is refused', async () => {
    const answer = await vault.anonymous.call(list, { params: { sfid: mine.id }, query: {} });
    expect([answer.status, answer.errorMessage]).toEqual([401, 'Please sign in again.']);
  });

  test.each([list, remove, makeCurrent, receipt])('any request to $name gets an answer', async (call) => {
    const valid = { sfid: mine.id, versionId: mine.versions[0], page: 0, size: 10 };
    await mustWithstand(await as('editor'), call, { valid, runs: 60 });
  });
});

const promote = (sfid: string, versionId = '') => ({ params: { sfid }, query: { versionId } });
