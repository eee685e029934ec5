import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVaultProcess, type VaultProcess } from '../support/vault-process.ts';

const KILL_POINTS = join(import.meta.dirname, 'kill-points.ts');
const READY_LIMIT_MS = 60_000;
const POLL_MS = 10;

/** Starts the server of a crash campaign: it can be killed at a named point. @throws when it does not start */
export const startServer = (options: { folder: string; env?: Record<string, string> }) =>
  startVaultProcess({ ...options, preload: [KILL_POINTS] });

/** Waits for the first 200 of /readyz. @throws when there is none within READY_LIMIT_MS */
export async function waitUntilReady({ origin }: VaultProcess): Promise<void> {
  for (const limit = Date.now() + READY_LIMIT_MS; Date.now() < limit;) {
    const response = await fetch(`${origin}/readyz`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await sleep(POLL_MS);
  }
  throw new Error(`The vault is not ready after ${READY_LIMIT_MS} ms.`);
}
