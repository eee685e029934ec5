import type { LogEvent, Logger } from 'kysely';
import type { Traces } from '../traces/index.ts';

/** Longer texts of statements are cut. */
const MAX_TEXT = 2_000;

/** A logger of kysely that makes a span for each statement. The text has parameters only, never their values. */
export function traceStatements(traces: Traces): Logger {
  return ({ level, query, queryDurationMillis: durationMs }: LogEvent) => {
    const text = query.sql.trim().replaceAll(/\s+/g, ' ');
    const operation = text.split(' ', 1)[0]?.toLowerCase() ?? '';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, MAX_TEXT),
    };
    traces.add(`db ${operation}`, { kind: 'client', attributes, durationMs, hasFailed: level === 'error' });
  };
}
