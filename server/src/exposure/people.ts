import { abilitiesOf, EXPOSURE_RIGHTS, type ExposedPerson } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { peopleOfRecord, type PersonRow } from './people.queries.ts';
import { type Moment, sourcesAt } from './moment.ts';
import { type Page, pageFrom, type PageInput } from './page.ts';

/** AUDIT-09: the people who could open the items of a record at a moment, with the reason. */
export async function exposedPeople(
  db: Kysely<DB>,
  { recordId, moment }: { recordId: string; moment: Moment },
  page: PageInput,
): Promise<Page<ExposedPerson>> {
  const sources = sourcesAt(moment);
  return pageFrom(page, async (slice) => {
    const rows = await peopleOfRecord(db, { recordId, sources }, slice);
    return rows.map((row) => present(row, recordId));
  });
}

function present({ id, name, email, grants, isMember }: PersonRow, recordId: string): ExposedPerson {
  const opening = grants
    .filter(({ opensRecord }) => opensRecord)
    .map(({ permissions }) => abilitiesOf(permissions))
    .filter(({ read }) => read);
  const rights = EXPOSURE_RIGHTS.filter((right) => opening.some((abilities) => abilities[right]));
  return { sfid: id, name, email, rights, reason: reasonOf(id === recordId, isMember) };
}

function reasonOf(isOwn: boolean, isMember: boolean): ExposedPerson['reason'] {
  if (isOwn) return 'own';
  return isMember ? 'member' : 'issuer';
}
