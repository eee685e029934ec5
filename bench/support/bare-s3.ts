import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bare } from './bare.ts';
import { startChild } from './child.ts';

const SERVER = fileURLToPath(new URL('./bare-s3-server.ts', import.meta.url));

/** Starts a plain server over a bucket. @param settings those of a vault: S3_BUCKET and the related ones */
export async function startBareS3(settings: Record<string, string>): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-bare-s3-'));
  const output = join(folder, 'server.log');
  const { pid, origin, stop } = await startChild({ script: SERVER, cwd: folder, env: settings, output });
  return {
    pid,
    origin,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
