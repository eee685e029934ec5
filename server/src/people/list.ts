import { type Paged, type Person, PERSON_SORT_FIELDS, type PersonSortField } from '@vault/contract';
import { Errors, type Sort, sortOf } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { countPeople, type PeopleFilter, personById, selectPeople } from './list.queries.ts';
import { personOf } from './present.ts';
import { countRecords, type RecordName, selectRecords } from './records.queries.ts';

interface Slice {
  page: number;
  size: number;
}

const peopleSortOf = (text: string | undefined): Sort<PersonSortField> =>
  sortOf(text, { fields: PERSON_SORT_FIELDS, standard: { field: 'name', descending: false } });

/** C80: returns a page of the people who are not removed; by default by name. */
export async function listPeople(
  { kysely }: Pick<Database, 'kysely'>,
  filter: PeopleFilter,
  { page, size, sort }: Slice & { sort: string | undefined },
): Promise<Paged<Person>> {
  const slice = { sort: peopleSortOf(sort), offset: page * size, limit: size };
  const content = (await selectPeople(kysely, filter, slice)).map(personOf);
  const totalElements = await countPeople(kysely, filter);
  return { content, totalElements, numberOfElements: content.length };
}

/** C81. @throws 404 PERSON_NOT_FOUND */
export async function onePerson({ kysely }: Pick<Database, 'kysely'>, id: string): Promise<Person> {
  const row = await personById(kysely, id);
  if (row === null) throw Errors.personNotFound();
  return personOf(row);
}

/** C89: returns a page of the records that people can be given, by name. */
export async function listRecords(
  { kysely }: Pick<Database, 'kysely'>,
  search: string,
  { page, size }: Slice,
): Promise<Paged<RecordName>> {
  const content = await selectRecords(kysely, search, { offset: page * size, limit: size });
  const totalElements = await countRecords(kysely, search);
  return { content, totalElements, numberOfElements: content.length };
}
