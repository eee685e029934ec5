import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { protectDataDir } from './data-dir.ts';

const log = pino({ level: 'silent' });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeAfter = async (mode: number) => {
  await chmod(folder, mode);
  await protectDataDir(folder, log);
  return (await stat(folder)).mode & 0o777;
};

test.each([
  [0o755, 0o700],
  [0o777, 0o700],
  [0o750, 0o700],
  [0o700, 0o700],
  [0o500, 0o500],
])('GUARD-07 a data folder with mode %o has %o after the start', async (before, after) => {
  expect(await modeAfter(before)).toBe(after);
});

test.runIf(process.getuid?.() === 0)(
  'GUARD-07 a PostgreSQL with another account can still reach its folder, and others read nothing',
  async () => {
    await mkdir(join(folder, 'postgres'), { mode: 0o700 });
    await chown(join(folder, 'postgres'), 65_534, 65_534);
    expect(await modeAfter(0o755)).toBe(0o711);
  },
);
