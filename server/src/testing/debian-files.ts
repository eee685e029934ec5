import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A folder on the disk; the tests' own folder for temporary files can be in memory. */
const TEMPORARY = '/tmp';
const DOWNLOAD_MS = 120_000;
const APT_HELPER = '/usr/lib/apt/apt-helper';

/**
 * The files of a Debian package: documents of other projects. Downloaded once and kept in the folder for temporary
 * files.
 * @returns the folder with the unpacked files; null when apt does not have the package
 */
export async function debianFiles(name: string): Promise<string | null> {
  return keptFiles(name, async (work, files) => {
    await run('apt-get', ['download', name], { cwd: work, timeout: DOWNLOAD_MS });
    const archive = (await readdir(work)).find((file) => file.endsWith('.deb'));
    await run('dpkg-deb', ['-x', join(work, archive ?? ''), files]);
  });
}

/** The source archive of a Debian package; test documents are rarely in the package itself. */
export interface DebianSource {
  /** a package that is built from this source: its folder on the mirror contains the archive too */
  package: string;
  archive: string;
  sha256: string;
}

/**
 * Files of a source archive, downloaded and kept as by `debianFiles`. Does not need apt source lists.
 * @param paths in the archive; the others are not unpacked
 * @returns the folder with the unpacked files; null when apt does not have them
 */
export async function debianSourceFiles(
  source: DebianSource,
  paths: readonly string[],
): Promise<string | null> {
  const { archive, sha256 } = source;
  const chosen = createHash('sha256')
    .update([sha256, ...paths].join('\n'))
    .digest('hex');
  return keptFiles(`${archive}-${chosen.slice(0, 16)}`, async (work, files) => {
    const { stdout } = await run('apt-get', ['download', '--print-uris', source.package]);
    const folder = /^'(.+\/)[^/]+'/m.exec(stdout)?.[1] ?? '';
    const target = join(work, archive);
    const download = ['download-file', `${folder}${archive}`, target, `SHA256:${sha256}`];
    await run(APT_HELPER, download, { timeout: DOWNLOAD_MS });
    await mkdir(files);
    await run('tar', ['-xf', target, '-C', files, ...paths]);
  });
}

/** @param fetchFiles downloads into its first folder and unpacks into its second, which does not exist before */
async function keptFiles(
  name: string,
  fetchFiles: (work: string, files: string) => Promise<void>,
): Promise<string | null> {
  const kept = join(TEMPORARY, 'vault-debian-packages', name);
  if (await stat(kept).catch(() => null)) return kept;
  const work = await mkdtemp(join(TEMPORARY, 'vault-debian-'));
  try {
    const files = join(work, 'files');
    await fetchFiles(work, files);
    await mkdir(join(kept, '..'), { recursive: true });
    await rename(files, kept);
    return kept;
  } catch {
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
