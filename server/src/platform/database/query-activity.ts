import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { codeOf } from './errors.ts';
import type { Target } from './target.ts';

/**
 * The reply of PostgreSQL about some connections:
 * `silent`: none, it is unreachable or does not reply;
 * `unknown`: it replies, but without the state of the connections, because it accepts no more connections, or a pooler
 * renames them;
 * `known`: these connections have a statement that PostgreSQL works on.
 */
export type ServerAnswer =
  | { readonly kind: 'silent'; readonly reason: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly working: ReadonlySet<string> };

const UNKNOWN: ServerAnswer = { kind: 'unknown' };

/**
 * Connections are identified by application_name: behind a pooler the process ids differ. A pooler may append to the
 * name, so its prefix is compared. A query that does not find its own connection proves that names are changed.
 * PostgreSQL does not work on a statement while it waits for the client ('Client').
 */
const ACTIVITY_QUERY = `
  select
    exists (
      select from pg_stat_activity where pid = pg_backend_pid() and starts_with(application_name, $1)
    ) as "findsItself",
    array(
      select name from unnest($2::text[]) name
      where exists (
        select from pg_stat_activity
        where starts_with(application_name, name)
          and coalesce(state, '') not like 'idle%' and wait_event_type is distinct from 'Client'
      )
    ) as working`;

/** @returns a name for one connection, shown in pg_stat_activity and PostgreSQL's log */
export function connectionName(pool: string): string {
  return `portal-vault-${pool}-${randomBytes(4).toString('hex')}`;
}

/**
 * Finds out, over a new connection, on which of the named connections PostgreSQL executes a statement.
 * @param names application names; with an empty list the query only checks whether the server replies
 * @param timeLimit settles when the time limit is reached
 */
export async function queryActivity(
  target: Target,
  names: readonly string[],
  timeLimit: Promise<unknown>,
): Promise<ServerAnswer> {
  const ownName = connectionName('liveness');
  const client = new pg.Client({ ...target, application_name: ownName });
  // The name is set here too, because an application name in the URL overrides the option above.
  (client as unknown as { connectionParameters: pg.ClientConfig }).connectionParameters.application_name =
    ownName;
  client.on('error', () => undefined);
  const ask = async (): Promise<ServerAnswer> => {
    await client.connect();
    const { rows } = await client.query<{ findsItself: boolean; working: string[] }>(ACTIVITY_QUERY, [
      ownName,
      names,
    ]);
    const [row] = rows;
    return row?.findsItself === true ? { kind: 'known', working: new Set(row.working) } : UNKNOWN;
  };
  const timedOut = timeLimit.then((): ServerAnswer => ({ kind: 'silent', reason: 'no answer in time' }));
  try {
    return await Promise.race([ask().catch(answerOfError), timedOut]);
  } finally {
    // Destroys the socket without waiting, because a server that does not reply does not close the connection either.
    client.connection.stream.destroy();
  }
}

/** A server that refuses with an error is available. One that starts, stops or recovers is not yet. */
function answerOfError(error: unknown): ServerAnswer {
  const isAnswer = error instanceof pg.DatabaseError && !codeOf(error)?.startsWith('57P');
  return isAnswer
    ? UNKNOWN
    : { kind: 'silent', reason: error instanceof Error ? error.message : String(error) };
}
