import { Logger } from 'graphile-worker';
import type { Log } from './log.ts';

/** Sends graphile-worker's messages to our log. Its informative ones tell of every job, so they are for debugging. */
export function graphileLog(log: Log): Logger {
  return new Logger((scope) => (level, message, fields) => {
    const target = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug';
    // Its fields may hold whole jobs; an error is what a reader needs.
    const error = fields?.['error'] ?? fields?.['reason'];
    log[target]({ ...(error instanceof Error ? { err: error } : {}), worker: scope.workerId }, message);
  });
}
