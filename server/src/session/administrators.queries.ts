import { VAULT_MODULE, VaultPage } from '@vault/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

const ADMINISTRATION = JSON.stringify([
  { moduleName: VAULT_MODULE, pageName: VaultPage.administration, readable: true },
]);

/**
 * Whether an active account that can sign in has the permission `admin`. For a person of the issuer the claims of the
 * newest token count; a password has the permissions granted here.
 */
export async function hasAdministrator(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from account a left join external_identity p on p.account_id = a.id
      where a.is_active and (
        (a.password_hash is not null and a.permissions @> ${ADMINISTRATION}::jsonb)
        or (p.account_id is not null and coalesce(p.permissions, a.permissions) @> ${ADMINISTRATION}::jsonb)
      )
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}
