import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The files of a Debian package: documents that nobody here made. Downloaded once, kept in the folder for temporary
 * files.
 * @returns the folder into which the package is unpacked; null where apt does not have it
 */
export async function debianFiles(name: string): Promise<string | null> {
  const kept = join(tmpdir(), 'vault-debian-packages', name);
  if (await stat(kept).catch(() => null)) return kept;
  const work = await mkdtemp(join(tmpdir(), 'vault-debian-'));
  try {
    await run('apt-get', ['download', name], { cwd: work, timeout: 120_000 });
    const archive = (await readdir(work)).find((file) => file.endsWith('.deb'));
    if (archive === undefined) return null;
    await run('dpkg-deb', ['-x', join(work, archive), join(work, 'files')]);
    await mkdir(join(kept, '..'), { recursive: true });
    await rename(join(work, 'files'), kept);
    return kept;
  } catch {
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
