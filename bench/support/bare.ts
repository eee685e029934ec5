import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { Observed } from './cost.ts';
import type { Vault } from './vault.ts';

const DISK_SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const LIST_SERVER = fileURLToPath(new URL('./bare-list-server.ts', import.meta.url));
const UPLOAD_SERVER = fileURLToPath(new URL('./bare-upload-server.ts', import.meta.url));
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

type DatabaseOfVault = Pick<Vault, 'databaseAddress' | 'databasePid'>;

/** Starts the bare server of pages over the database of a vault. */
export const startBareList = (vault: DatabaseOfVault): Promise<Bare> => startOverDatabase(LIST_SERVER, vault);

/** Starts the bare server of small uploads over the database of a vault. */
export const startBareUpload = (vault: DatabaseOfVault): Promise<Bare> =>
  startOverDatabase(UPLOAD_SERVER, vault);

/** Starts the bare server over a bucket. @param settings those of a vault: S3_BUCKET and the related ones */
export const startBareS3 = (settings: Record<string, string>): Promise<Bare> => start(S3_SERVER, settings);

async function startOverDatabase(script: string, vault: DatabaseOfVault): Promise<Bare> {
  const { host, port } = vault.databaseAddress;
  const bare = await start(script, { PGHOST: host, PGPORT: String(port) });
  return { ...bare, databasePid: vault.databasePid };
}

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
