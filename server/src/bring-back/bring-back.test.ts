import { contract, Messages, MOMENT_PARTS } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweepAllBlobs, sweepReleased } from '../blobs/index.ts';
import { runVault } from '../run-vault.ts';
import { RECORDS } from '../testing/accounts.ts';
import { SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { PastFolders } from '../testing/past-folders.ts';
import { fillVault } from '../testing/real-files.ts';
import { runInProcess } from '../testing/run-command.ts';
import { countersOf } from '../testing/vault.ts';
import { purgeRecord } from '../trash/index.ts';

// Uses real HTTP, PostgreSQL and the blob store.

const recordId = RECORDS.acme;
const params = { recordId };
const HOUR_MS = 3_600_000;
const { organise, trash, versions } = contract;

let past: PastFolders;
let vault: TestApp;
let client: Client;
beforeAll(async () => {
  past = await PastFolders.start();
  ({ vault, client } = past);
});
afterAll(() => vault.close());

/** Overwrites a file, adds two, and deletes a file and a folder permanently. */
async function damage(top: string): Promise<void> {
  await fillVault(vault.deps, recordId, {
    files: [
      { folder: top, name: 'a.txt', bytes: `damaged a of ${top}` },
      { folder: top, name: 'new.txt', bytes: `new of ${top}` },
      { folder: `${top}/Later`, name: 'later.txt', bytes: `later of ${top}` },
    ],
  });
  const gone = [await past.idOf(top, 'c.txt'), await past.idOf(top, 'Sub/')].join(',');
  await client.data(organise.moveToTrash, { query: { ids: gone } });
  await client.data(trash.remove, { params: { id: recordId }, query: { ids: gone } });
  await purgeRecord(vault.deps, recordId);
}

describe('SAFE-05 bringing a folder back', () => {
  it('in its place makes it as it was, and what was not there goes to the trash', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = await past.moment();
    await damage(top);
    const { folders, files: changed, unchanged, extra, lost } = await past.bringBack(top, at);
    expect({ folders, unchanged, lost }).toEqual({ folders: ['Sub'], unchanged: 0, lost: [] });
    expect(changed.map(({ path, isNew }) => [path, isNew])).toEqual([
      ['Sub/b.txt', true],
      ['a.txt', false],
      ['c.txt', true],
    ]);
    expect(extra.map(({ path }) => path)).toEqual(['Later', 'new.txt']);
    expect(await past.contentOf(top)).toEqual(before);
    const { kept, counted } = await countersOf(vault.database, recordId);
    expect(kept).toEqual(counted);
  });

  it('can be undone by bringing it back to the moment before, and repeated without effect', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    await damage(top);
    const damaged = await past.contentOf(top);
    const { undoAt } = await past.bringBack(top, at);
    const again = await past.plan(top, at);
    expect(again).toMatchObject({ folders: [], files: [], extra: [], lost: [], unchanged: 3 });
    await past.bringBack(top, undoAt ?? at);
    expect(await past.contentOf(top)).toEqual(damaged);
  });

  it('beside it makes a new folder and leaves the present one', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = await past.moment();
    await damage(top);
    const damaged = await past.contentOf(top);
    const { target } = await past.bringBack(top, at, 'beside');
    expect(target).toBe(
      `${top} (as of ${at.toISOString().slice(0, 10)} ${at.toISOString().slice(11, 16).replace(':', '-')} UTC)`,
    );
    expect(await past.contentOf(target)).toEqual(before);
    expect(await past.contentOf(top)).toEqual(damaged);
  });

  it('finds a folder that was deleted for ever since then', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = await past.moment();
    const folderId = (await client.data(contract.tree.folders, { params })).folderTree.find(
      ({ name }) => name === top,
    )?.sfid;
    await client.data(organise.moveToTrash, { query: { ids: folderId ?? '' } });
    await client.data(trash.remove, { params: { id: recordId }, query: { ids: folderId ?? '' } });
    await purgeRecord(vault.deps, recordId);
    await past.bringBack(top, at);
    expect(await past.contentOf(top)).toEqual(before);
  });

  it('uses the version that was current, not the newest', async () => {
    const top = await past.filledFolder();
    await fillVault(vault.deps, recordId, {
      files: [{ folder: top, name: 'a.txt', bytes: `second ${top}` }],
    });
    const sfid = await past.idOf(top, 'a.txt');
    const { content } = await client.data(versions.list, { params: { sfid }, query: {} });
    const [second = '', first = ''] = content.map(({ versionId }) => versionId);
    await client.data(versions.makeCurrent, { params: { sfid }, query: { versionId: first } });
    const at = await past.moment();
    await client.data(versions.makeCurrent, { params: { sfid }, query: { versionId: second } });
    await client.data(versions.remove, { params: { sfid }, query: { versionId: first } });
    await past.bringBack(top, at);
    expect(await past.contentOf(top)).toContain(`/a.txt: a of ${top}`);
  });

  it('records the run and each file in the audit', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    await damage(top);
    await past.bringBack(top, at);
    const { rows } = await sql<{ action: string; name: string }>`
      select action, object_name as name from audit_entry
      where action like '%bring-back' and (object_path like ${`${top}%`} or object_name = ${top}) order by id`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([
      { action: 'file.bring-back', name: 'b.txt' },
      { action: 'file.bring-back', name: 'a.txt' },
      { action: 'file.bring-back', name: 'c.txt' },
      { action: 'folder.bring-back', name: top },
    ]);
  });

  it.each([
    [
      'in the future',
      () => new Date(Date.now() + HOUR_MS),
      'Please choose a moment that is not in the future.',
    ],
    [
      'before the first kept one',
      () => new Date(0),
      'What was deleted before this moment is no longer kept. Please choose a later one.',
    ],
  ])('refuses a moment %s', async (_when, at, message) => {
    await expect(past.plan('', at())).rejects.toThrow(message);
  });

  it('refuses a folder that did not exist at the moment', async () => {
    const at = await past.moment();
    await expect(past.plan(await past.filledFolder(), at)).rejects.toMatchObject({ errorCode: 'NOT_FOUND' });
  });
});

describe('GUARD-24 the size of the record', () => {
  const storedBytes = async () => {
    const { rows } = await sql<{ storedBytes: number }>`
      select stored_bytes from record where id = ${recordId}`.execute(vault.database.kysely);
    return rows[0]?.storedBytes ?? 0;
  };
  afterEach(() => {
    vault.deps.settings.recordMaxBytes = SETTINGS.recordMaxBytes;
  });

  it('refuses files for which there is no room, and changes nothing', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    const body = { path: top, at: at.toISOString(), mode: 'beside' } as const;
    const { planId } = await client.data(contract.bringBack.plan, { params, body });
    const before = await past.contentOf('');
    vault.deps.settings.recordMaxBytes = (await storedBytes()) + 1;
    const reply = await client.call(contract.bringBack.carryOut, { params, body: { ...body, planId } });
    expect(reply).toMatchObject({ code: 507, errorCode: 'RECORD_FULL' });
    expect(await past.contentOf('')).toEqual(before);
  });

  it('refuses files when another writer has used the room since the check', async () => {
    const top = await past.filledFolder();
    const made = await past.plan(top, await past.moment(), 'beside');
    const needed = made.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    vault.deps.settings.recordMaxBytes = (await storedBytes()) + needed;
    const { database } = vault.deps;
    const transaction: typeof database.transaction = async (...run) => {
      await fillVault(vault.deps, recordId, { files: [{ folder: top, name: 'a.txt', bytes: 'other' }] });
      return database.transaction(...run);
    };
    const raced = past.carryOut(made, { ...vault.deps, database: { ...database, transaction } });
    await expect(raced).rejects.toMatchObject({ errorCode: 'RECORD_FULL' });
    expect((await past.itemsIn(made.target)).filter(({ fileType }) => fileType !== 'folder')).toEqual([]);
  });
});

describe('SAFE-05 the calls', () => {
  const { bringBack: calls } = contract;
  const wanted = (path: string, at: Date) => ({ path, at: at.toISOString(), mode: 'in-place' }) as const;

  it('C134 counts the changes between the first kept moment and now', async () => {
    const top = await past.filledFolder();
    const before = await client.data(calls.moments, { params });
    await damage(top);
    const after = await client.data(calls.moments, { params });
    expect(after.since <= after.now).toBe(true);
    expect(after.changes).toHaveLength(MOMENT_PARTS);
    const sum = (changes: number[]) => changes.reduce((total, count) => total + count, 0);
    expect(sum(after.changes)).toBeGreaterThan(sum(before.changes));
  });

  it('C135 lists a folder as it was, beside what is there now', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    await damage(top);
    const { items, total } = await client.data(calls.past, {
      params,
      query: { path: top, at: at.toISOString() },
    });
    expect(total).toBe(4);
    expect(items.map(({ name, kind, present, isKept }) => [name, kind, present, isKept])).toEqual([
      ['Empty', 'folder', 'same', true],
      ['Sub', 'folder', 'missing', true],
      ['a.txt', 'file', 'changed', true],
      ['c.txt', 'file', 'missing', true],
    ]);
    const inside = await client.data(calls.past, {
      params,
      query: { path: `${top}/Sub`, at: at.toISOString() },
    });
    expect(inside.items.map(({ name }) => name)).toEqual(['b.txt']);
    const now = await client.data(calls.past, { params, query: { path: top } });
    expect(now.items.map(({ name, present }) => [name, present])).toEqual([
      ['Empty', 'same'],
      ['Later', 'same'],
      ['a.txt', 'same'],
      ['new.txt', 'same'],
    ]);
  });

  it('C136 and C137 do what the plan shows, and say how to undo it', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = await past.moment();
    await damage(top);
    const damaged = await past.contentOf(top);
    const { planId, ...shown } = await client.data(calls.plan, { params, body: wanted(top, at) });
    expect(shown).toEqual({
      target: top,
      isMissing: false,
      folders: { count: 1, paths: ['Sub'] },
      restored: { count: 0, paths: [] },
      movedBack: { count: 0, paths: [] },
      newFiles: { count: 2, paths: ['Sub/b.txt', 'c.txt'] },
      newVersions: { count: 1, paths: ['a.txt'] },
      toTrash: { count: 2, paths: ['Later', 'new.txt'] },
      lost: { count: 0, paths: [] },
      unchanged: 0,
    });
    const done = await client.data(calls.carryOut, { params, body: { ...wanted(top, at), planId } });
    expect(await past.contentOf(top)).toEqual(before);
    const back = wanted(done.target, new Date(done.undoAt ?? ''));
    const undoing = await client.data(calls.plan, { params, body: back });
    await client.data(calls.carryOut, { params, body: { ...back, planId: undoing.planId } });
    expect(await past.contentOf(top)).toEqual(damaged);
  });

  it('C137 refuses a plan that is no longer true, and changes nothing', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    await damage(top);
    const { planId } = await client.data(calls.plan, { params, body: wanted(top, at) });
    await fillVault(vault.deps, recordId, {
      files: [{ folder: top, name: 'newest.txt', bytes: `newest of ${top}` }],
    });
    const changed = await past.contentOf(top);
    const reply = await client.call(calls.carryOut, { params, body: { ...wanted(top, at), planId } });
    expect(reply).toMatchObject({ code: 409, errorCode: 'PLAN_CHANGED' });
    expect(await past.contentOf(top)).toEqual(changed);
  });

  it('C137 says that a folder that it makes is undone by the trash', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    const body = { ...wanted(top, at), mode: 'beside' } as const;
    const { planId, target } = await client.data(calls.plan, { params, body });
    const done = await client.data(calls.carryOut, { params, body: { ...body, planId } });
    expect(done).toEqual({ target, undoAt: null });
  });

  it.each([
    ['a folder that did not exist', () => ({ path: '2100' }), { code: 404, errorCode: 'NOT_FOUND' }],
    [
      'a moment in the future',
      () => ({ at: new Date(Date.now() + HOUR_MS).toISOString() }),
      { code: 400, errorMessage: Messages.momentInFuture },
    ],
    [
      'a moment before the first one',
      () => ({ at: '2020-01-01T00:00:00.000Z' }),
      { code: 400, errorMessage: Messages.momentNotKept },
    ],
  ])('C135 refuses %s', async (_what, query, refusal) => {
    expect(await client.call(calls.past, { params, query: query() })).toMatchObject(refusal);
  });
});

describe('SAFE-05 the bytes of deleted versions', () => {
  const sweepAfter = async (hours: number) => {
    const deps = { ...vault.deps, clock: { now: () => new Date(Date.now() + hours * HOUR_MS) } };
    await sweepReleased(deps);
    await sweepAllBlobs(deps);
  };

  it('stay for KEEP_DAYS, and are deleted then', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    await damage(top);
    await sweepAfter(29 * 24);
    expect((await past.plan(top, at)).lost).toEqual([]);
    await sweepAfter(31 * 24);
    await sweepAfter(31 * 24 + 2);
    expect((await past.plan(top, at)).lost).toEqual(['Sub/b.txt', 'c.txt']);
  });

  it('keep the later time when they were released for another reason, too', async () => {
    const top = await past.filledFolder();
    await damage(top);
    const { kysely } = vault.database;
    const inserted = await sql`
      insert into released_blob (blob_id, released_at)
      select distinct blob_id, now() + interval '40 days' from kept_version on conflict do nothing`.execute(
      kysely,
    );
    expect(Number(inserted.numAffectedRows)).toBeGreaterThan(0);
    await sweepReleased({ ...vault.deps, clock: { now: () => new Date(Date.now() + 31 * 24 * HOUR_MS) } });
    const { rows } = await sql<{ days: number }>`
      select min(round(extract(epoch from released_at - now()) / 86400))::int as days from released_blob
      where released_at > now()`.execute(kysely);
    expect(rows[0]?.days).toBe(40);
    await sql`delete from released_blob where released_at > now() + interval '35 days'`.execute(kysely);
  });
});

describe('SAFE-05 npm run vault -- restore --at', () => {
  const run = async (...args: string[]) => {
    const { output, errors, code } = await runInProcess(runVault, {
      args: ['restore', ...args],
      // RECORD_MAX_BYTES (GUARD-24) does not apply to the operator.
      env: { DATABASE_URL: vault.database.url, RECORD_MAX_BYTES: '1' },
    });
    return { output, errors, code };
  };

  it('shows a plan first, does it with --yes, and says how to undo it', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = (await past.moment()).toISOString();
    await damage(top);
    const damaged = await past.contentOf(top);
    const wanted = ['--at', at, '--record', recordId, '--folder', top, '--in-place'];
    const shown = await run(...wanted);
    expect(shown).toMatchObject({ errors: '', code: 0 });
    expect(shown.output).toContain('  files that get a new version: 1\n    a.txt\n');
    expect(shown.output).toContain('Nothing was changed. To do it, repeat the command with --yes.');
    expect(await past.contentOf(top)).toEqual(damaged);
    const done = await run(...wanted, '--yes');
    expect(done.output).toMatch(
      new RegExp(`To undo it: npm run vault -- restore --at \\S+Z --record ${recordId} --folder '${top}'`),
    );
    expect(await past.contentOf(top)).toEqual(before);
  });

  it.each([
    [['--at', 'yesterday', '--record', recordId], 2, '--at must be a time with its zone'],
    [['--at', '2026-11-26T13:05:00', '--record', recordId], 2, '--at must be a time with its zone'],
    [['--record', recordId], 2, 'Missing --at.'],
    [['--at', '2026-11-26T13:05:00Z'], 2, 'Missing --record.'],
    [
      ['--at', '2020-01-01T00:00:00Z', '--record', recordId],
      1,
      'What was deleted before this moment is no longer kept.',
    ],
  ])('refuses %j', async (args, code, message) => {
    const result = await run(...args);
    expect(result.code).toBe(code);
    expect(result.output + result.errors).toContain(message);
  });
});
