import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { Observed } from './cost.ts';

const SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** Buffer sizes of `createReadStream` in bytes: Node's default, and a faster one. */
export const NODE_DEFAULT = 64 * 1024;
export const LARGE = 1024 * 1024;

export interface Bare extends Observed {
  origin: string;
  stop(): Promise<void>;
}

/** Starts the bare server in an empty folder, on the same disk as the vault's data. */
export async function startBare(): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-bare-'));
  const files = join(folder, 'files');
  await mkdir(files);
  const { pid, origin, stop } = await startChild({
    script: SERVER,
    cwd: files,
    env: {},
    output: join(folder, 'server.log'),
  });
  return {
    pid,
    origin,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
