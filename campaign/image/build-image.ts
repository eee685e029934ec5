import { existsSync } from 'node:fs';
import { appendFile, copyFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { BASES } from './bases.ts';
import type { Buildah } from './buildah.ts';

export const IMAGE = 'localhost/portal-vault';
const PROJECT = join(import.meta.dirname, '../..');

/** Builds the Dockerfile of the project on the bases of `makeBases`, without the rights of a container engine. */
export async function buildImage(buildah: Buildah, folder: string): Promise<void> {
  const npmrc = join(folder, 'npmrc');
  const own = join(homedir(), '.npmrc');
  await (existsSync(own) ? copyFile(own, npmrc) : writeFile(npmrc, ''));
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  const trust = authorities === undefined ? [] : [`--volume=${authorities}:${authorities}:ro`];
  if (authorities !== undefined) await appendFile(npmrc, `\ncafile=${authorities}\n`);
  await buildah.run(
    'build',
    '--isolation=chroot',
    '--format=docker',
    `--tag=${IMAGE}`,
    `--build-arg=BASE=${BASES.base}`,
    `--build-arg=BUILD_BASE=${BASES.buildBase}`,
    `--secret=id=npmrc,src=${npmrc}`,
    ...trust,
    PROJECT,
  );
}
