import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { Observed } from './cost.ts';

const DISK_SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const S3_SERVER = fileURLToPath(new URL('./bare-s3-server.ts', import.meta.url));

/** Buffer sizes of `createReadStream` in bytes: Node's default, and a faster one. */
export const NODE_DEFAULT = 64 * 1024;
export const LARGE = 1024 * 1024;

export interface Bare extends Observed {
  origin: string;
  stop(): Promise<void>;
}

/** Starts the bare server in an empty folder, on the same disk as the vault's data. */
export const startBare = (): Promise<Bare> => start(DISK_SERVER, {});

/** Starts the bare server over a bucket. @param settings those of a vault: S3_BUCKET and the related ones */
export const startBareS3 = (settings: Record<string, string>): Promise<Bare> => start(S3_SERVER, settings);

async function start(script: string, env: Record<string, string>): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-bare-'));
  const files = join(folder, 'files');
  await mkdir(files);
  const output = join(folder, 'server.log');
  const { pid, origin, stop } = await startChild({ script, cwd: files, env, output });
  return {
    pid,
    origin,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
