import { cp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Buildah } from './buildah.ts';
import { runProgram } from '../support/run-program.ts';

/** Base images that are made here, because the machine may not reach a registry of images. */
export const BASES = { base: 'localhost/vault-base', buildBase: 'localhost/vault-build-base' };

/** What Debian's own slim images leave out, too. */
const LEFT_OUT = ['doc', 'man', 'info', 'locale', 'lintian'];

/** Makes both bases of the Dockerfile: a small Debian, and the same with Node and npm of this machine. */
export async function makeBases(buildah: Buildah, folder: string): Promise<void> {
  const archive = join(folder, 'base.tar');
  const options = LEFT_OUT.map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  await runProgram('mmdebstrap', ['--variant=minbase', ...options, 'bookworm', archive]);
  await buildah.commit(BASES.base, 'scratch', async (root) => {
    await runProgram('tar', ['--extract', '--file', archive, '--directory', root]);
  });
  await rm(archive);
  await buildah.commit(BASES.buildBase, BASES.base, addNode);
}

async function addNode(root: string): Promise<void> {
  const program = (await runProgram('which', ['npm'])).trim();
  const npm = dirname(dirname(await realpath(program)));
  await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  await cp(process.execPath, join(root, 'usr/local/bin/node'));
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
}
