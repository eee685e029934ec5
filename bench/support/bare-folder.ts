import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanBytes } from '../../server/src/testing/shared-scanner.ts';
import { type Cost, costOf } from './cost.ts';
import { must } from './must.ts';

/** Files that are stored and scanned at a time. */
const AT_ONCE = 16;

/**
 * The floor of the scan call of a folder: stores files durably (fsync of each file and of the folder), hashes and scans
 * them with the embedded scanner. It opens no ZIP and has no rows.
 */
export async function storeFolder({ files, fileBytes }: { files: number; fileBytes: number }): Promise<Cost> {
  await scanBytes(randomBytes(fileBytes));
  const folder = await mkdtemp(join(tmpdir(), 'vault-bare-folder-'));
  try {
    const contents = Array.from({ length: files }, () => randomBytes(fileBytes));
    const { cost } = await costOf({ pid: process.pid }, async () => {
      const rest = contents.entries();
      const worker = async () => {
        for (const [n, bytes] of rest) await storeAndScan(join(folder, `${n}.bin`), bytes);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      const directory = await open(folder);
      await directory.sync();
      await directory.close();
    });
    return cost;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function storeAndScan(path: string, bytes: Buffer): Promise<void> {
  createHash('sha256').update(bytes).digest();
  const [{ status }] = await Promise.all([scanBytes(bytes), store(path, bytes)]);
  must(status === 'PASS', 'a file did not pass the scan');
}

async function store(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
}
