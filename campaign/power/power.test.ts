import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crash } from '../crash/crash.ts';
import { dataDisk, PowerDisk } from './power-disk.ts';

/** A disk is a mounted file. */
const canMount = process.getuid?.() === 0 && existsSync('/dev/loop-control');
const BUSY_MACHINE = { timeout: 300_000 };

/** @param make creates the disk in a folder @param work gets both */
async function withDisk(
  make: (folder: string) => Promise<PowerDisk>,
  work: (disk: PowerDisk, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-power-'));
  const disk = await make(folder);
  try {
    await work(disk, folder);
  } finally {
    await disk.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const plainDisk = (folder: string): Promise<PowerDisk> => PowerDisk.create(join(folder, 'disk'));

describe.runIf(canMount)('SAFE-08 a cut of the power', () => {
  it('loses what was not synced, and nothing else', BUSY_MACHINE, () =>
    withDisk(plainDisk, async (disk) => {
      const [synced, unsynced] = [join(disk.path, 'synced'), join(disk.path, 'unsynced')];
      await writeFile(synced, 'kept', { flush: true });
      const directory = await open(disk.path, 'r');
      await directory.sync();
      await directory.close();
      await writeFile(unsynced, 'lost');
      await disk.cut();
      expect(await readFile(synced, 'utf8')).toBe('kept');
      await expect(stat(unsynced)).rejects.toMatchObject({ code: 'ENOENT' });
    }),
  );

  /** A slice of the campaign; docs/reliability.md has the long runs. */
  it('loses nothing acknowledged by the vault', BUSY_MACHINE, () =>
    withDisk(dataDisk, async (disk, folder) => {
      const { findings, cycles } = await crash({
        folder,
        seed: 1,
        operations: Infinity,
        cycles: 2,
        workers: 4,
        operationsPerCycle: 40,
        cutPower: () => disk.cut(),
      });
      expect(findings.listed).toEqual([]);
      expect(cycles).toBe(2);
    }),
  );
});
