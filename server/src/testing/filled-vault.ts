import { contract } from '@vault/contract';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { makeLink } from './links.ts';
import { fillVault } from './real-files.ts';
import { patch } from './resume.ts';
import { ACME } from './seeded-items.ts';
import { newUid, prepare, sendAndScan, transfer } from './upload-pipeline.ts';

/** The items of `fillWithEverything` that tests change. */
export interface FilledVault {
  /** the id of an item by its name; of equal names the oldest @throws when there is none */
  id(name: string): string;
  linkId: string;
  /** a legal hold on the folder Payroll */
  holdId: string;
}

/**
 * Fills the record of the tests with something of each kind by real calls: nested folders, a file with three versions,
 * equal contents, a copy, a hold, a file and a folder in the trash, a folder that is being purged, two links, an upload
 * that waits and one in chunks, and the text of a document.
 */
export async function fillWithEverything(vault: TestApp): Promise<FilledVault> {
  const ada = await vault.as('everything');
  const files = [
    { folder: 'Tax/2025/Letters', name: 'one.txt', bytes: 'first version' },
    { folder: 'Tax/2025/Letters', name: 'one.txt', bytes: 'second version', at: new Date(Date.now() + 1000) },
    { folder: 'Tax/2025/Letters', name: 'one.txt', bytes: 'third', at: new Date(Date.now() + 2000) },
    { folder: 'Tax', name: 'equal.txt', bytes: 'third' },
    { folder: 'Payroll', name: 'binned.bin', bytes: 'in the trash' },
    { folder: 'Payroll/Old', name: 'inside.bin', bytes: 'below a folder in the trash' },
    { folder: 'Gone/Deeper', name: 'gone.bin', bytes: 'permanently deleted' },
    { folder: '', name: 'top.bin', bytes: '' },
  ];
  await fillVault(vault.deps, ACME, { files, folders: ['Empty'] });
  const trash = (ids: string[], paths: string[]) =>
    ada.data(contract.organise.moveToTrash, { body: { linkId: ACME, sfids: ids, paths } });
  await ada.data(contract.organise.copy, {
    body: { linkId: ACME, sfids: [], paths: ['Tax/2025'], path: 'Empty' },
  });
  await transfer(ada, [await sendAndScan(ada, 'sent.txt', 'sent by the pipeline')], 'Tax');
  await trash([idIn(await itemIds(vault))('binned.bin')], []);
  await trash([], ['Payroll/Old', 'Gone']);
  const ids = await itemIds(vault);
  await ada.data(contract.trash.remove, { query: { ids: idIn(ids)('Gone') } });
  const link = await makeLink(vault, {
    externalIds: [idIn(ids)('equal.txt'), idIn(ids)('sent.txt')],
  });
  await makeLink(vault, { path: 'Payroll' }, { call: 'requestLink' });
  await sendAndScan(ada, 'waiting.txt', 'scanned, in no folder');
  const auditor = await vault.as('auditor');
  const hold = { record: ACME, path: 'Payroll', keepYears: null, reason: 'A case' };
  const { id: holdId } = await auditor.data(contract.holds.set, { body: hold });
  const address = await prepare(ada, newUid(), 'chunks.bin');
  await patch(address, 'first chunk, ', { offset: 0, length: 100 });
  await patch(address, 'second chunk', { offset: 13 });
  await sql`
    insert into document_text (record_id, blob_id, content, words)
    select record_id, blob_id, 'first version', to_tsvector('simple', 'first version') from version
    where file_id = ${idIn(ids)('one.txt')} order by created_at limit 1`.execute(vault.database.kysely);
  return { id: idIn(ids), linkId: link.id, holdId };
}

const idIn = (ids: ReadonlyMap<string, string>) => (name: string) => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`there is no item ${name}`);
  return id;
};

async function itemIds({ database }: TestApp): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from item where record_id = ${ACME} order by created_at desc`.execute(database.kysely);
  return new Map(rows.map(({ name, id }) => [name, id]));
}
