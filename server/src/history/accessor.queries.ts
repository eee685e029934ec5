import { sql } from 'kysely';

/**
 * Who an entry `e` of the audit is of: the name of an account at that time, the verified address of a visitor, 'Public'
 * for another visitor (contract 10.8), or 'Removed' when the personal data was removed (AUDIT-02).
 */
export const ACCESSOR = sql`case when e.personal is null then 'Removed'
  else coalesce(e.personal ->> 'name', e.personal ->> 'email', 'Public') end`;
