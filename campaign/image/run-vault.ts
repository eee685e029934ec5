import { createHash, randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import { type Client, signIn } from '../support/client.ts';
import type { Findings } from '../support/report.ts';
import { uploadFile } from '../support/upload.ts';
import { type Container, RunningContainer, runInside } from './container.ts';

/** The time that an engine gives a container to stop (SAFE-26). */
const MAX_STOP_SECONDS = 10;
const BYTES = randomBytes(3_000_000);
const params = { recordId: RECORDS.acme };

/** One run of the server of a container. */
export interface VaultRun {
  startSeconds: number;
  stopSeconds: number;
}

/** Starts the server, passes its health check, uploads and reads a file, runs `vault check` beside it, and stops it. */
export function uploadInContainer(container: Container, findings: Findings): Promise<VaultRun> {
  return runVault(container, findings, uploadOne);
}

/** Starts the server again on the same volume and reads the file of before. */
export function readInContainer(container: Container, findings: Findings): Promise<VaultRun> {
  return runVault(container, findings, () => Promise.resolve());
}

async function runVault(
  container: Container,
  findings: Findings,
  change: (owner: Client) => Promise<void>,
): Promise<VaultRun> {
  const start = performance.now();
  const running = await RunningContainer.start(container);
  const startSeconds = (performance.now() - start) / 1000;
  const [, ...healthCheck] = container.config.Healthcheck.Test;
  await runInside(container, healthCheck);
  const owner = await signIn(container.env['PUBLIC_URL'] ?? '', 'owner');
  await change(owner);
  if (!(await isThere(owner))) findings.add('the uploaded file cannot be read', running.log);
  await runInside(container, ['vault', 'check']);
  const { code, seconds } = await running.stop();
  if (code !== 0 || seconds > MAX_STOP_SECONDS)
    findings.add(`SIGTERM ended the server with ${code} after ${seconds.toFixed(1)} s`, running.log);
  return { startSeconds, stopSeconds: seconds };
}

async function uploadOne(owner: Client): Promise<void> {
  const { rootFolderSfid: folderSfid } = await owner.data(contract.tree.folders, { params });
  const codes = await uploadFile(owner, { folderSfid, name: 'contract.bin', body: BYTES });
  if (codes.join() !== '200') throw new Error(`the transfer got ${codes.join()}`);
}

async function isThere(owner: Client): Promise<boolean> {
  const { content } = await owner.data(contract.files.list, { params, query: {} });
  const path = contract.download.version.path.replace(':sfid', content[0]?.sfid ?? '');
  const response = await owner.fetch(path, { method: 'POST' });
  return hash(await response.bytes()) === hash(BYTES);
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
