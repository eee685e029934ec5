import type { AuditEvent } from '../audit/index.ts';
import { wordsOf } from '../session/index.ts';
import type { PersonRow } from './list.queries.ts';
import { isSameSet, type PersonData } from './person-data.ts';

/** An entry lists at most this many records of a change; `…Count` has their number. */
const MOST_RECORDS = 100;

const objectOf = (id: string) => ({ kind: 'account' as const, id });

function listed(field: string, ids: readonly string[]) {
  return { [field]: ids.slice(0, MOST_RECORDS), [`${field}Count`]: ids.length };
}

/** AUDIT-01: a new person with the granted rights. */
export const personAdded = (id: string, { name, email, permissions, records }: PersonData): AuditEvent => ({
  action: 'person.add',
  object: objectOf(id),
  details: { permissions: [...permissions], ...listed('records', records) },
  personal: { personName: name, personEmail: email },
});

/** AUDIT-01: the entries of a change of name, address or rights; [] when nothing of it changes. */
export function personChanged(person: PersonRow, data: PersonData): AuditEvent[] {
  const former = wordsOf(person.permissions);
  const had = person.records.map(({ sfid }) => sfid);
  const events: AuditEvent[] = [];
  if (person.name !== data.name || person.email !== data.email) {
    const { name, email } = data;
    const personal = {
      formerName: person.name,
      formerEmail: person.email,
      personName: name,
      personEmail: email,
    };
    events.push({ action: 'person.change', object: objectOf(person.id), personal });
  }
  if (!isSameSet(former, data.permissions) || !isSameSet(had, data.records)) {
    const details = {
      formerPermissions: former,
      permissions: [...data.permissions],
      ...listed(
        'addedRecords',
        data.records.filter((id) => !had.includes(id)),
      ),
      ...listed(
        'takenRecords',
        had.filter((id) => !data.records.includes(id)),
      ),
    };
    events.push({ action: 'person.rights', object: objectOf(person.id), details });
  }
  return events;
}

/** AUDIT-01: another action on a person. */
export const personActed = (
  action: 'person.disable' | 'person.enable' | 'person.remove' | 'person.invite',
  { id, name, email }: Pick<PersonRow, 'id' | 'name' | 'email'>,
): AuditEvent => ({ action, object: objectOf(id), personal: { personName: name, personEmail: email } });
