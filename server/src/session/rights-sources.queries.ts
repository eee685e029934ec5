import { type RawBuilder, sql } from 'kysely';

/** Where a query reads accounts, claims of the issuer and memberships: as they are now, or as they were at a moment. */
export interface RightsSources {
  /** rows with id, permissions, is_active and has_password */
  accounts: RawBuilder<unknown>;
  /** rows with account_id, permissions and records */
  claims: RawBuilder<unknown>;
  /** an SQL condition: whether a record is open to an account that does not own it */
  isMember: (accountId: RawBuilder<unknown>, recordId: RawBuilder<unknown>) => RawBuilder<boolean>;
}

const isMemberNow: RightsSources['isMember'] = (accountId, recordId) => sql`exists (
  select from membership m where m.account_id = ${accountId} and m.record_id = ${recordId}
)`;

export const PRESENT_RIGHTS: RightsSources = {
  accounts: sql`(select id, permissions, is_active, password_hash is not null as has_password from account)`,
  claims: sql`external_identity`,
  isMember: isMemberNow,
};

/**
 * AUDIT-09: the rights at a past moment, from the states before each change (migration 0061). Accounts are never
 * deleted, so that each has a present row.
 */
export const rightsAt = (moment: Date): RightsSources => ({
  accounts: sql`(
    select present.id, state.permissions, state.is_active, state.has_password
    from account present cross join lateral (
      select * from (
        (select permissions, is_active, has_password, 0 as rank from account_past
          where account_id = present.id and until > ${moment} order by until, tx_at limit 1)
        union all
        select present.permissions, present.is_active, present.password_hash is not null, 1
      ) known order by rank limit 1
    ) state
    where state.permissions is not null
  )`,
  claims: sql`(
    select present.account_id, state.permissions, state.records
    from external_identity present cross join lateral (
      select * from (
        (select permissions, records, was_known, 0 as rank from claims_past
          where account_id = present.account_id and until > ${moment} order by until, tx_at limit 1)
        union all
        select present.permissions, present.records, true, 1
      ) known order by rank limit 1
    ) state
    where state.was_known
  )`,
  isMember: (accountId, recordId) => sql`coalesce((
    select was_member from membership_past past
    where past.record_id = ${recordId} and past.account_id = ${accountId} and past.until > ${moment}
    order by past.until, past.tx_at limit 1
  ), ${isMemberNow(accountId, recordId)})`,
});
