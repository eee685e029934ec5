import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/testing/free-ports.ts';
import { ACCOUNTS_FILE } from '../support/accounts.ts';
import type { Campaign } from '../support/campaign.ts';
import { Findings, publish } from '../support/report.ts';
import { makeBases } from './bases.ts';
import { buildImage, IMAGE } from './build-image.ts';
import { Buildah } from './buildah.ts';
import { checkImage } from './checks.ts';
import type { Container } from './container.ts';
import { readInContainer, uploadInContainer } from './run-vault.ts';

/** NODES-09: the image is built from bases that are made here, and the vault in it is used. */
export const imageCampaign: Campaign = {
  about:
    'builds the container image and uses the vault in it (as root; needs buildah, mmdebstrap, bubblewrap)',
  options: {},
  async run(seed) {
    const startedAt = new Date();
    const folder = await mkdtemp(join(tmpdir(), 'campaign-image-'));
    const buildah = new Buildah(folder);
    const findings = new Findings();
    try {
      await publish({
        campaign: 'image',
        seed,
        startedAt: startedAt.toISOString(),
        counts: await buildAndUse(buildah, folder, findings),
        seconds: (Date.now() - startedAt.getTime()) / 1000,
        findings: findings.listed,
        findingCount: findings.count,
      });
    } finally {
      await buildah.run('rm', '--all');
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** @returns the figures of the report */
async function buildAndUse(buildah: Buildah, folder: string, findings: Findings) {
  await makeBases(buildah, folder);
  await buildImage(buildah, folder);
  const size = await buildah.sizeOf(IMAGE);
  const container = await prepareContainer(buildah, join(folder, 'data'));
  await checkImage(container, size, findings);
  const first = await uploadInContainer(container, findings);
  const second = await readInContainer(container, findings);
  return { megabytes: size / 1e6, user: container.config.User, first, second };
}

/** The image with an empty volume that contains the file of accounts. */
async function prepareContainer(buildah: Buildah, data: string): Promise<Container> {
  const config = await buildah.configOf(IMAGE);
  const [uid = 0, gid = 0] = config.User.split(':').map(Number);
  const accounts = join(data, 'accounts.json');
  await mkdir(data, { mode: 0o700 });
  await writeFile(accounts, JSON.stringify(ACCOUNTS_FILE), { mode: 0o600 });
  await Promise.all([data, accounts].map((path) => chown(path, uid, gid)));
  const port = String(await freePort());
  const env = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ACCOUNTS_FILE: '/data/accounts.json' };
  return { root: await buildah.mount(IMAGE), data, config, env };
}
