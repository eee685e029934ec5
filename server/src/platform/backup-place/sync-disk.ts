import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Makes everything that was written to the file system of a folder durable with one call. An fsync of each of many
 * small files takes several times as long.
 */
export async function syncDisk(folder: string): Promise<void> {
  await run('sync', ['--file-system', folder]);
}
