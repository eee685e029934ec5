import { parseArgs } from 'node:util';
import { list, sendAndScan, transfer } from '../server/src/testing/upload-pipeline.ts';
import { beginUnfinished } from '../server/src/testing/unfinished-requests.ts';
import { must } from './support/must.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, spread } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const LARGE = 'large '.repeat(4 * 1024 * 1024);

/** SAFE-26: measures the time from SIGTERM to the exit with code 0, with and without unfinished requests. */
export async function stop(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      uploads: { type: 'string', default: '200' },
    },
  });
  const uploads = Number(values.uploads);
  const loadBefore = loadNow();
  const results = await inRounds(Number(values.rounds), {
    idle: () => stopTime(async () => undefined),
    unfinished: () => stopTime((vault) => leaveUnfinished(vault, uploads)),
  });
  const { idle, unfinished } = results;
  const rows = [
    ['server', 's from SIGTERM to the exit, median (lowest..highest)'],
    ['without requests', spread(idle, decimals(1))],
    [`with ${uploads} unfinished uploads`, spread(unfinished, decimals(1))],
  ];
  printTable('A stop of the server and its PostgreSQL', rows);
  const stops = { unit: 's', better: 'lower', goal: { value: 10 } } as const;
  await saveResults('stop', loadBefore, results, [
    { work: `stop with ${uploads} unfinished uploads`, values: unfinished, ...stops },
  ]);
}

/** @returns seconds */
async function stopTime(prepare: (vault: Vault) => Promise<unknown>): Promise<number> {
  const vault = await startVault();
  await prepare(vault);
  const startedAt = performance.now();
  await vault.stop();
  return (performance.now() - startedAt) / 1000;
}

async function leaveUnfinished(vault: Vault, uploads: number): Promise<void> {
  const uid = await sendAndScan(vault.client, 'large.txt', LARGE);
  const [status] = await transfer(vault.client, [uid]);
  must(status === 200, `the transfer got ${String(status)}`);
  const [large] = await list(vault.client);
  await beginUnfinished(vault, vault.client, { uploads, silent: 50, largeFileId: large?.sfid ?? '' });
}
