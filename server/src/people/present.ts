import { type Person, roleOf } from '@vault/contract';
import { wordsOf } from '../session/index.ts';
import type { PersonRow } from './list.queries.ts';

/** The form of a person in the replies of C80 to C83. */
export function personOf({ id, changedAt, ...row }: PersonRow): Person {
  const permissions = wordsOf(row.permissions);
  return {
    sfid: id,
    name: row.name,
    email: row.email,
    state: row.state,
    role: roleOf(permissions),
    permissions,
    records: row.records,
    recordCount: row.recordCount,
    issuer: row.issuer,
    permissionsFromIssuer: row.permissionsFromIssuer,
    recordsFromIssuer: row.recordsFromIssuer,
    fromAccountsFile: row.fromAccountsFile,
    changedAt: changedAt.toISOString(),
  };
}
