import { join } from 'node:path';
import { contract } from '@vault/contract';
import { Journal } from '../changes/journal.ts';
import { Worker } from '../changes/worker.ts';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import type { Findings } from '../support/report.ts';

export interface OperationsOptions {
  /** an own folder for the journal */
  folder: string;
  client: Client;
  seed: number;
  operations: number;
  workers: number;
  /** operations between two comparisons */
  compareEvery: number;
  /** no further operations after this time, in milliseconds since 1970 */
  until: number;
  /** gets the number of operations after each comparison */
  onCompared: (operations: number) => void;
}

/**
 * SAFE-10: random changes by parallel workers, compared with a model of each worker's folder. Nothing fails on purpose,
 * so a refused change is a difference, too.
 * @returns the number of operations
 */
export async function runOperations(options: OperationsOptions, findings: Findings): Promise<number> {
  const { folder, client, seed, operations, compareEvery, until } = options;
  const journal = new Journal(join(folder, 'journal.jsonl'));
  const { counts } = journal;
  const workers = Array.from(
    { length: options.workers },
    (_, number) => new Worker({ seed, number, journal }),
  );
  await createFolders(client, workers);
  while (counts.sent < operations && Date.now() < until && findings.count === 0) {
    const limit = Math.min(operations, counts.sent + compareEvery);
    await Promise.all(workers.map((worker) => worker.workWhile(() => counts.sent < limit, client)));
    if (counts.interrupted > 0) findings.add('a change was refused', { journal: folder, counts });
    await compare(workers, client, findings);
    options.onCompared(counts.sent);
  }
  return counts.sent;
}

async function createFolders(client: Client, workers: readonly Worker[]): Promise<void> {
  for (const { top } of workers) {
    await client.data(contract.organise.createFolder, {
      params: { recordId: RECORDS.acme },
      query: { name: top },
    });
  }
}

async function compare(workers: readonly Worker[], client: Client, findings: Findings): Promise<void> {
  for (const worker of workers) {
    const difference = await worker.verify(client, { rereadAll: false });
    if (difference !== null) findings.add(`${worker.top} is not as the model says`, difference);
  }
}
