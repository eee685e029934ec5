import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fillContents } from './support/contents.ts';
import { fillRecord } from './support/million.ts';
import { must } from './support/must.ts';
import { cpuSecondsWithChildren } from './support/process.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const COMMAND = fileURLToPath(new URL('../server/src/vault.ts', import.meta.url));
const seconds = (ms: number) => decimals(1)(ms / 1000);

/**
 * SAFE-01: `npm run vault -- check` of many items, each file with different bytes; then after all bytes were removed.
 */
export async function check(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { items: { type: 'string', default: '1000000' } } });
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const database = await vault.connectDatabase();
    const { items, files } = await fillRecord(database, { recordId: RECORD_ID, items: Number(values.items) });
    const blobs = join(dirname(vault.databaseLog), 'blobs');
    await fillContents(database, blobs);
    await database.end();
    const clean = await runCheck(vault, 0);
    await rename(blobs, `${blobs}-away`);
    await mkdir(join(blobs, 'unfinished'), { recursive: true });
    const gone = await runCheck(vault, 1);
    printTable(`check of ${whole(items)} items, ${whole(files)} of them files`, [
      ['vault', 'seconds', 'CPU seconds of the command', 'CPU seconds of PostgreSQL'],
      ['nothing is wrong', seconds(clean.wallMs), decimals(1)(clean.cpu), decimals(1)(clean.databaseCpu)],
      ['all bytes are missing', seconds(gone.wallMs), decimals(1)(gone.cpu), decimals(1)(gone.databaseCpu)],
    ]);
    await saveResults(`check-${items}`, loadBefore, { items, files, clean, gone });
  } finally {
    await vault.stop();
  }
}

/** @throws when the command ends with another exit code */
async function runCheck({ databaseLog, databasePid }: Vault, expectedCode: number) {
  const startedAt = performance.now();
  const before = cpuSecondsWithChildren(databasePid);
  const child = spawn(process.execPath, [COMMAND, 'check'], {
    cwd: dirname(databaseLog),
    env: { ...process.env, DATA_DIR: dirname(databaseLog) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { pid = 0 } = child;
  let cpu = 0;
  const sampling = setInterval(() => {
    cpu = cpuSecondsWithChildren(pid);
  }, 200);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(sampling);
  must(code === expectedCode, `check ended with ${code}`);
  return {
    wallMs: performance.now() - startedAt,
    cpu,
    databaseCpu: cpuSecondsWithChildren(databasePid) - before,
  };
}
