import type { Permission } from '@vault/contract';
import { type RawBuilder, sql } from 'kysely';
import { type FileAreaAbility, grantingPart } from './permission-words.ts';
import { PRESENT_RIGHTS, type RightsSources } from './rights-sources.queries.ts';
import { IS_ACTIVE } from './session.queries.ts';

/** The permissions of an account for one way to sign in, and whether they open a record. */
export interface RecordGrant {
  permissions: Permission[];
  opensRecord: boolean;
}

/**
 * An SQL expression for what an account can do in a record now, without a session (GUARD-11): one entry for each way to
 * sign in, as `rightsOfSession` and `rightsOfAccount` read them. A person of the issuer has the claims of the newest
 * token; a password has the permissions granted here. An account that does not exist or is not active (GUARD-02,
 * GUARD-31) has none.
 * @param accountId column with the id of the account
 * @param recordId column with the id of the record
 * @param sources the rights of another moment than now (AUDIT-09)
 */
export const grantsInRecord = (
  accountId: RawBuilder<unknown>,
  recordId: RawBuilder<unknown>,
  sources = PRESENT_RIGHTS,
): RawBuilder<RecordGrant[]> => {
  return sql<RecordGrant[]>`coalesce((
    select json_agg(json_build_object('permissions', g.permissions, 'opensRecord', g.opens_record))
    ${grantRows(accountId, recordId, sources)}
  ), '[]')`;
};

/**
 * An SQL condition: whether an account has all these permissions in a record now, by one way to sign in. The same
 * decision as by `grantsInRecord`, for queries that filter and count (GUARD-11).
 */
export const canInRecord = (
  accountId: RawBuilder<unknown>,
  recordId: RawBuilder<unknown>,
  abilities: readonly FileAreaAbility[],
  sources = PRESENT_RIGHTS,
): RawBuilder<boolean> => {
  const parts = abilities.map(
    (ability) => sql`and g.permissions @> ${JSON.stringify([grantingPart(ability)])}::jsonb`,
  );
  return sql<boolean>`exists (
    select ${grantRows(accountId, recordId, sources)} and g.opens_record ${sql.join(parts, sql` `)}
  )`;
};

/** The part of a query from FROM on, with a row `g` for each way to sign in of an active account. */
function grantRows(
  accountId: RawBuilder<unknown>,
  recordId: RawBuilder<unknown>,
  { accounts, claims, isMember }: RightsSources,
): RawBuilder<unknown> {
  const opens = sql`a.id = ${recordId} or ${isMember(sql`a.id`, recordId)}`;
  return sql`from ${accounts} a
    left join ${claims} p on p.account_id = a.id
    cross join lateral (
      select a.permissions, (${opens}) as opens_record
      where p.account_id is null or a.has_password
      union all
      select coalesce(p.permissions, a.permissions),
        case when p.records is null then (${opens})
          else a.id = ${recordId} or ${recordId} = any(p.records) end
      where p.account_id is not null
    ) g
    where a.id = ${accountId} and a.${IS_ACTIVE}`;
}
