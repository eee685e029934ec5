import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { insertFilesWithVersions, insertFoldersWithFiles } from './support/files-with-versions.ts';
import type { Headline } from './support/headline.ts';
import { must } from './support/must.ts';
import { makeFolder } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, spread } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const SMALL = 10_000;
const LARGE = 100_000;
const LARGE_FOLDERS = 100;
/** the calls of a round, because one is too short to be measured */
const SIZE_CALLS = 50;

/** Measures copies of folders of 10,000 and 100,000 files, and the size of a download of 10,000 (SPEED-09). */
export async function copy(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '3' } } });
  const loadBefore = loadNow();
  const vault = await startVault();
  const database = await vault.connectDatabase();
  try {
    await insertFilesWithVersions(database, [await makeFolder(vault, 'Small')], SMALL);
    const large = await makeFolder(vault, 'Large');
    await insertFoldersWithFiles(database, large, { folders: LARGE_FOLDERS, files: LARGE });
    const [small, big, size]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const to = `To ${round}`;
      await makeFolder(vault, to);
      const times = [await copyOf(vault, 'Small', to), await copyOf(vault, 'Large', to), await sizeOf(vault)];
      if (round === 0) continue;
      [small, big, size].forEach((list, n) => list.push(times[n] ?? Number.NaN));
    }
    const headlines = [
      headline('copy of 10,000 files', 's', small, 0.2),
      headline('copy of 100,000 files', 's', big, 2.5),
      headline('size of a download of 10,000 files', 'ms', size, 3),
    ];
    const table = [
      ['work', 'median', 'unit'],
      ...headlines.map(({ work, unit, values: all }) => [work, spread(all, decimals(2)), unit]),
    ];
    printTable('Copies and sizes of folders, whole calls', table);
    await saveResults('copy', loadBefore, { table }, headlines);
  } finally {
    await database.end();
    await vault.stop();
  }
}

const headline = (work: string, unit: string, values: number[], goal: number): Headline => ({
  work,
  unit,
  better: 'lower',
  values,
  goal: { value: goal },
});

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
