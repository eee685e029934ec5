import { contract, MIB } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDS, type TestUser } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { previewsOf, put } from './fixtures/previews.ts';

// Uses real HTTP and PostgreSQL.

const { officeOnline } = contract.preview;
const NOT_FOUND = 'File or folder does not exist.';
const NO_ACCESS = 'You do not have access to Document Vault';
const TOO_LARGE = 'You cannot edit or preview this file because it exceeds the file size limit.';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const ask = async (sfid: string, action: string, user: TestUser = 'editor') =>
  (await vault.as(user)).call(officeOnline, { params: { sfid }, query: { action: action as 'view' } });

describe('C30 the Office-online address', () => {
  test.each(['docx', 'xls', 'txt', 'png', ''])(
    "PREVIEW-32 is '' for .%s without an office service, and records no preview",
    async (extension) => {
      const { id } = await put(vault, RECORDS.acme, { name: `file.${extension}`, bytes: 'x' });
      for (const action of ['view', 'edit']) expect((await ask(id, action)).data).toBe('');
      expect(await previewsOf(vault, id)).toEqual([]);
    },
  );

  test('PREVIEW-22 E9 Office files over the limit are refused, to view or edit; others are not', async () => {
    const large = await put(vault, RECORDS.acme, { name: 'large.xlsx', bytes: 'x' });
    const video = await put(vault, RECORDS.acme, { name: 'large.mp4', bytes: 'x' });
    const ids = [large.id, video.id];
    await sql`update item set size_bytes = ${20 * MIB + 1} where id = any(${ids}::text[])`.execute(
      vault.database.kysely,
    );
    for (const action of ['view', 'edit']) {
      const answer = await ask(large.id, action);
      expect([answer.status, answer.errorMessage]).toEqual([400, TOO_LARGE]);
      expect((await ask(video.id, action)).data).toBe('');
    }
  });

  test('editing needs the edit permission, which is checked first', async () => {
    const { id } = await put(vault, RECORDS.acme, { name: 'mine.docx', bytes: 'x' });
    expect((await ask(id, 'view', 'reader')).code).toBe(200);
    for (const sfid of [id, 'filNobody000000000']) {
      const answer = await ask(sfid, 'edit', 'reader');
      expect([answer.status, answer.errorMessage]).toEqual([403, NO_ACCESS]);
    }
  });

  test('P16 E4 E11 unknown actions, missing or trashed files, folders, closed records are refused', async () => {
    const { id } = await put(vault, RECORDS.acme, { name: 'here.docx', bytes: 'x', folder: 'Folder' });
    const gone = await put(vault, RECORDS.acme, { name: 'gone.docx', bytes: 'x' });
    const foreign = await put(vault, RECORDS.birch, { name: 'foreign.docx', bytes: 'x' });
    const { rows } = await sql<{ id: string }>`select id from item where name = 'Folder'`.execute(
      vault.database.kysely,
    );
    await (await vault.as('editor')).data(contract.organise.moveToTrash, { query: { ids: gone.id } });
    const answers = await Promise.all([
      ask(id, 'print'),
      ask('filNobody000000000', 'view'),
      ask('..', 'view'),
      ask(rows[0]?.id ?? '', 'view'),
      ask(gone.id, 'view'),
      ask(foreign.id, 'view'),
    ]);
    expect(answers.map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
      [400, 'Invalid request.'],
      ...Array.from({ length: 4 }, () => [404, NOT_FOUND]),
      [403, NO_ACCESS],
    ]);
  });

  test('C30 the call withstands hostile input', async () => {
    const { id } = await put(vault, RECORDS.acme, { name: 'hostile.docx', bytes: 'x' });
    await mustWithstand(await vault.as('editor'), officeOnline, {
      valid: { sfid: id, action: 'view' },
      runs: 60,
    });
  });
});
