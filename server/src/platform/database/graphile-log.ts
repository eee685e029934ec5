import { Logger } from 'graphile-worker';
import type { Log } from './log.ts';

const LEVELS: Readonly<Record<string, 'error' | 'warn'>> = { error: 'error', warning: 'warn' };

/** Sends graphile-worker's messages to our log. Its informative ones tell of every job, so they are for debugging. */
export function graphileLog(log: Log): Logger {
  return new Logger((scope) => (level, message, fields) => {
    // Its fields may hold whole jobs; an error is what a reader needs.
    const error = fields?.['error'] ?? fields?.['reason'];
    log[LEVELS[level] ?? 'debug'](
      { ...(error instanceof Error ? { err: error } : {}), worker: scope.workerId },
      message,
    );
  });
}
