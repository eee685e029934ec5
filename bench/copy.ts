import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import type pg from 'pg';
import { insertFilesWithVersions, insertFoldersWithFiles } from './support/files-with-versions.ts';
import type { Headline } from './support/headline.ts';
import { must } from './support/must.ts';
import { makeFolder } from './support/pipeline.ts';
import { copyByPlainSql, sizeByPlainSql } from './support/plain-sql.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, spread } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const SMALL = 10_000;
const LARGE = 100_000;
const LARGE_FOLDERS = 100;
/** the calls of a round, because one is too short to be measured */
const SIZE_CALLS = 50;

/**
 * Measures copies of folders of 10,000 and 100,000 files, and the size of a download of 10,000 (SPEED-09), by turns
 * with plain SQL.
 */
export async function copy(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '3' } } });
  const loadBefore = loadNow();
  const vault = await startVault();
  const database = await vault.connectDatabase();
  try {
    const [smallId, largeId] = [await makeFolder(vault, 'Small'), await makeFolder(vault, 'Large')];
    await insertFilesWithVersions(database, [smallId], SMALL);
    await insertFoldersWithFiles(database, largeId, { folders: LARGE_FOLDERS, files: LARGE });
    const works = [
      { work: 'copy of 10,000 files', unit: 's', goal: 0.2 },
      { work: 'copy of 100,000 files', unit: 's', goal: 2.5 },
      { work: 'size of a download of 10,000 files', unit: 'ms', goal: 3 },
    ].map((work) => ({ ...work, values: [] as number[], plain: [] as number[] }));
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const to = `To ${round}`;
      await makeFolder(vault, to);
      // Another folder, because the copies have the same names.
      const toFolderId = await makeFolder(vault, `${to} by plain SQL`);
      const byPlainSql = (folderId: string, files: number) =>
        plainCopyOf(database, { folderId, toFolderId, files });
      const pairs = [
        [await copyOf(vault, 'Small', to), await byPlainSql(smallId, SMALL)],
        [await copyOf(vault, 'Large', to), await byPlainSql(largeId, LARGE)],
        [await sizeOf(vault), await plainSizeOf(database, smallId)],
      ] as const;
      if (round === 0) continue;
      pairs.forEach(([value, plain], n) => {
        works[n]?.values.push(value);
        works[n]?.plain.push(plain);
      });
    }
    const headlines = works.map(({ work, unit, goal, values: all, plain }): Headline => ({
      work,
      unit,
      better: 'lower',
      values: all,
      reference: { name: 'plain SQL', values: plain },
      goal: { value: goal },
    }));
    const table = [
      ['work', 'whole call', 'plain SQL', 'unit'],
      ...works.map(({ work, unit, values: all, plain }) => [
        work,
        spread(all, decimals(2)),
        spread(plain, decimals(2)),
        unit,
      ]),
    ];
    printTable('Copies and sizes of folders, medians (lowest..highest)', table);
    await saveResults('copy', loadBefore, { table }, headlines);
  } finally {
    await database.end();
    await vault.stop();
  }
}

/** @returns the seconds of the call */
async function copyOf({ client }: Vault, folder: string, to: string): Promise<number> {
  const startedAt = performance.now();
  const { outcome } = await client.data(contract.organise.copy, {
    body: { linkId: RECORD_ID, paths: [folder], path: to },
  });
  must(outcome === 'done', `the copy of ${folder} is ${outcome}`);
  return (performance.now() - startedAt) / 1000;
}

/** @returns the milliseconds of a call */
async function sizeOf({ client }: Vault): Promise<number> {
  const startedAt = performance.now();
  for (let call = 0; call < SIZE_CALLS; call += 1) {
    const { count } = await client.data(contract.download.size, {
      body: { linkId: RECORD_ID, sfids: [], paths: ['Small'], allVersion: false, containsSubFolders: true },
    });
    must(count === 1001, `a folder of 10,000 files has ${count}`);
  }
  return (performance.now() - startedAt) / SIZE_CALLS;
}

/** @returns the seconds of the statement */
async function plainCopyOf(
  database: pg.Client,
  { files, ...folders }: { folderId: string; toFolderId: string; files: number },
): Promise<number> {
  const startedAt = performance.now();
  const copied = await copyByPlainSql(database, folders);
  must(copied === files, `plain SQL copied ${copied} of ${files} files`);
  return (performance.now() - startedAt) / 1000;
}

/** @returns the milliseconds of a statement */
async function plainSizeOf(database: pg.Client, folderId: string): Promise<number> {
  const startedAt = performance.now();
  for (let call = 0; call < SIZE_CALLS; call += 1) {
    const { files } = await sizeByPlainSql(database, folderId);
    must(files === SMALL, `a folder of 10,000 files has ${files}`);
  }
  return (performance.now() - startedAt) / SIZE_CALLS;
}
