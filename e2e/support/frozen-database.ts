import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vault } from './server.ts';

/**
 * Freezes the PostgreSQL of a vault: it keeps its connections but does not answer, as on a swapping machine or a
 * hanging disk.
 * @returns a function that lets PostgreSQL continue
 */
export async function freezeDatabase({ dataDir }: Pick<Vault, 'dataDir'>): Promise<() => Promise<void>> {
  const [line = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const postmaster = Number(line);
  const all = async () => [postmaster, ...(await childrenOf(postmaster))];
  // The postmaster first, so that it starts no process for a new connection.
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of await all()) process.kill(pid, 'SIGSTOP');
  return async () => {
    for (const pid of await all()) process.kill(pid, 'SIGCONT');
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
