import { join } from 'node:path';
import { startVaultProcess } from '../support/vault-process.ts';

const KILL_POINTS = join(import.meta.dirname, 'kill-points.ts');

/** Starts the server of a crash campaign: it can be killed at a named point. @throws when it does not start */
export const startServer = (options: { folder: string; env?: Record<string, string> }) =>
  startVaultProcess({ ...options, preload: [KILL_POINTS] });
