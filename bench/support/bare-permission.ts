import { createHash } from 'node:crypto';
import pg from 'pg';
import { must } from './must.ts';

const CONNECTIONS = 10;

const PERMISSION = `
  select a.permissions from session s join account a on a.id = s.account_id
  where s.token_hash = $1 and s.expires_at > now() and a.is_active
    and exists (select from membership m where m.account_id = a.id and m.record_id = $2)`;

/** Connections to the database of a vault (PGHOST, PGPORT). */
export const bareConnections = (): pg.Pool =>
  new pg.Pool({ user: 'vault', database: 'vault', max: CONNECTIONS });

/** Looks up by one statement whether the caller's session is open and belongs to a member of the record. */
export async function mustBePermitted(
  pool: pg.Pool,
  authorization: string | undefined,
  recordId: string | undefined,
): Promise<void> {
  const token = authorization?.slice('Bearer '.length) ?? '';
  const values = [createHash('sha256').update(token).digest(), recordId];
  const { rows } = await pool.query({ name: 'permission', text: PERMISSION, values });
  must(rows.length === 1, 'the caller may not open the record');
}
