import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Returns the id of this vault, which its database has from its first start. */
export async function readVaultId(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from vault_identity`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The table vault_identity has no row');
  return id;
}
