import { Logger } from 'graphile-worker';
import type { Log } from './log.ts';

/**
 * Sends graphile-worker's messages to the log. They contain ids and errors, so they are a field (`detail`) of lines
 * with a constant sentence. Messages below a warning name every job, so they are debug lines.
 * @param isStopping returns whether the server stops, which aborts the running jobs: their errors are no failures
 */
export function graphileLog(log: Log, isStopping = () => false): Logger {
  return new Logger((scope) => (level, detail, fields) => {
    // The fields can contain whole jobs; only the error is logged.
    const error = fields?.['error'] ?? fields?.['reason'];
    const known = { ...(error instanceof Error ? { err: error } : {}), worker: scope.workerId, detail };
    if (level === 'error' && isStopping() && isAbort(error))
      log.info(known, 'Job ended early because the server stops; it is retried');
    else if (level === 'error') log.error(known, 'Job queue reports an error; failed jobs are retried');
    else if (level === 'warning') log.warn(known, 'Job queue reports a warning; it continues');
    else log.debug(known, 'Job queue message');
  });
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
