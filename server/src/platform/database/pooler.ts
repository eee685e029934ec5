import type pg from 'pg';
import type { DatabaseLimits } from './limits.ts';
import { DatabaseStartError } from './start-error.ts';

/*
 * Requests through a pooler in transaction mode (NODES-07; docs/decisions/connections.md): consecutive transactions of
 * a client have different sessions of PostgreSQL. So nothing of a session may be used: no settings, no named
 * statements, no advisory locks beyond a transaction, no LISTEN.
 */

/** Longer than any statement of a request (a page takes milliseconds). */
export const REQUEST_STATEMENT_MS = 30_000;

/**
 * The two addresses lead to one database and one role.
 * @throws DatabaseStartError
 */
export async function mustBeTheSameServer(direct: pg.Client, pooled: pg.Client): Promise<void> {
  const identify = async (client: pg.Client) => {
    const { rows } = await client.query<{ id: string }>(
      `select concat_ws(' ', pg_postmaster_start_time(), current_database(), current_user, current_schema()) as id`,
    );
    return rows[0]?.id;
  };
  if ((await identify(direct)) === (await identify(pooled))) return;
  throw new DatabaseStartError(
    'DATABASE_URL and DATABASE_DIRECT_URL name different servers, databases, roles or schemas.',
  );
}

/**
 * A pooler discards the settings that the vault gives to its connections, so they must be settings of the role. Without
 * them a statement could run without an end, and the deletion of bytes relies on transactions that end.
 * @throws DatabaseStartError with the statements for the operator
 */
export async function mustHaveLimits(pooled: pg.Client, limits: DatabaseLimits): Promise<void> {
  const wanted = [
    { name: 'statement_timeout', ms: REQUEST_STATEMENT_MS },
    { name: 'lock_timeout', ms: limits.lockMs },
    { name: 'idle_in_transaction_session_timeout', ms: limits.leaseMs },
  ];
  const { rows } = await pooled.query<{ name: string; setting: string; role: string }>(
    `select name, setting, quote_ident(current_user) as role from pg_settings
     where name = any ($1::text[]) or name = 'TimeZone'`,
    [wanted.map(({ name }) => name)],
  );
  const valueOf = (wantedName: string) => rows.find(({ name }) => name === wantedName)?.setting ?? '';
  const missing = wanted
    .filter(({ name, ms }) => Number(valueOf(name)) === 0 || Number(valueOf(name)) > ms)
    .map(({ name, ms }) => `${name} = '${ms}ms'`);
  if (valueOf('TimeZone') !== 'UTC') missing.push(`timezone = 'UTC'`);
  if (missing.length === 0) return;
  const role = rows[0]?.role ?? '';
  const statements = missing.map((setting) => `alter role ${role} set ${setting};`).join(' ');
  throw new DatabaseStartError(
    `The connections of DATABASE_URL need limits, which the vault cannot set through a pooler in transaction mode. Run on ` +
      `PostgreSQL: ${statements} Then let the pooler open new connections (PgBouncer: RECONNECT), and start again.`,
  );
}
