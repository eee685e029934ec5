import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { canInRecord, grantsInRecord, type RecordGrant, type RightsSources } from '../session/index.ts';

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  grants: RecordGrant[];
  isMember: boolean;
}

/** Returns the people who could read a record, by name. @param sources the rights at the moment */
export async function peopleOfRecord(
  db: Kysely<DB>,
  { recordId, sources }: { recordId: string; sources: RightsSources },
  { offset, limit }: { offset: number; limit: number },
): Promise<PersonRow[]> {
  const record = sql`${recordId}::text`;
  const { rows } = await sql<PersonRow>`
    select person.id, person.name, person.email,
      ${grantsInRecord(sql`person.id`, record, sources)} as grants,
      ${sources.isMember(sql`person.id`, record)} as is_member
    from (
      select id, name, email from account candidate
      where ${canInRecord(sql`candidate.id`, record, ['read'], sources)}
      order by lower(name), id offset ${offset} limit ${limit}
    ) person
    order by lower(person.name), person.id`.execute(db);
  return rows;
}
