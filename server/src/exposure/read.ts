import type { CallData, contract } from '@vault/contract';
import type * as z from 'zod';
import type { Database } from '../platform/database/index.ts';
import { recordName } from './items.queries.ts';
import { countRecall, exposingLinks } from './links.ts';
import { timesOf } from './moment.ts';
import { exposedPeople } from './people.ts';
import { findSubject } from './subject.ts';
import { accessesOf } from './accesses.ts';

type Wanted = Pick<z.output<typeof contract.exposure.read.query>, 'at' | 'list' | 'after' | 'size'>;

/**
 * C121, AUDIT-09: who could open a file, folder or link at a moment, and who did. People and links are null for a
 * moment before the vault kept past states: nothing is guessed.
 * @throws E4 for an unknown id, 400 for a moment in the future
 */
export async function readExposure(
  { kysely }: Pick<Database, 'kysely'>,
  id: string,
  { at, list, after, size }: Wanted,
): Promise<CallData<typeof contract.exposure.read>> {
  const { moment, now, completeFrom, accessesFrom, isKnown } = await timesOf(kysely, at);
  const subject = await findSubject(kysely, id, moment);
  const present = moment.isNow ? subject : await findSubject(kysely, id, now);
  const { kind, name, path, recordId, state } = subject;
  const has = (one: Wanted['list']) => list === 'all' || list === one;
  const page = { after, size };
  return {
    item: {
      sfid: id,
      kind,
      name,
      path,
      record: { sfid: recordId, name: await recordName(kysely, recordId) },
      state,
    },
    at: moment.at.toISOString(),
    completeFrom: completeFrom.toISOString(),
    accessesFrom: accessesFrom?.toISOString() ?? null,
    people: isKnown && has('people') ? await exposedPeople(kysely, { recordId, moment }, page) : null,
    links: isKnown && has('links') ? await exposingLinks(kysely, { subject, moment }, page) : null,
    accesses: has('accesses') ? await accessesOf(kysely, { subject, moment }, page) : null,
    recall: await countRecall(kysely, present, now),
  };
}
