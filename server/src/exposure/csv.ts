import type { ExposedPerson, ExposingLink, ExposureAccess } from '@vault/contract';
import type { AllowedExport } from '../activity/index.ts';
import { csvHead, csvLine } from '../links/index.ts';
import type { Database } from '../platform/database/index.ts';
import { readExposure } from './read.ts';

const ROWS_AT_ONCE = 500;
const HEAD = [
  'List',
  'Name',
  'E-mail',
  'Id',
  'What',
  'Reason',
  'Time (UTC)',
  'Client address',
  'File',
  'Path',
  'File id',
  'Link',
  'Link id',
  'Version',
];

type Lists = Awaited<ReturnType<typeof readExposure>>;
type ListName = 'people' | 'links' | 'accesses';

/**
 * AUDIT-09: yields the exposure as lines of a CSV file (RFC 4180): the question, then people, links, views and
 * downloads. Formulas are defused, and each page is checked (GUARD-30).
 */
export async function* exposureLines(
  database: Pick<Database, 'kysely'>,
  { wanted: { id, at }, mustContinue }: AllowedExport<'exposure'>,
): AsyncGenerator<string> {
  yield csvHead(HEAD);
  const first = await readExposure(database, id, { at, list: 'people', after: undefined, size: 1 });
  yield csvLine(questionOf(first));
  // The lists are of one moment, also when it is now.
  const moment = at ?? first.at;
  for (const list of ['people', 'links', 'accesses'] as const) {
    yield* linesOf(database, { id, at: moment, list, mustContinue });
  }
}

async function* linesOf(
  database: Pick<Database, 'kysely'>,
  {
    id,
    at,
    list,
    mustContinue,
  }: { id: string; at: string; list: ListName; mustContinue: () => Promise<void> },
): AsyncGenerator<string> {
  let after: string | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- before each page
    await mustContinue();
    // oxlint-disable-next-line no-await-in-loop -- the pages follow each other
    const lists = await readExposure(database, id, { at, list, after, size: ROWS_AT_ONCE });
    yield rowsOf(lists, list)
      .map((cells) => csvLine(cells.map((cell) => cell ?? '')))
      .join('');
    const next = lists[list]?.next ?? null;
    if (next === null) return;
    after = next;
  }
}

type Cells = (string | null | undefined)[];

function rowsOf({ people, links, accesses }: Lists, list: ListName): Cells[] {
  if (list === 'people')
    return people?.rows.map(personCells) ?? [['Could open', 'not known for this moment']];
  if (list === 'links') return links?.rows.map(linkCells) ?? [['Link', 'not known for this moment']];
  return accesses?.rows.map(accessCells) ?? [];
}

const questionOf = ({ item, at, completeFrom }: Lists): string[] => [
  'Question',
  item.name,
  '',
  item.sfid,
  item.kind,
  `rights and links are known from ${completeFrom}`,
  at,
  '',
  item.name,
  item.path,
];

const personCells = ({ sfid, name, email, rights, reason }: ExposedPerson): Cells => [
  'Could open',
  name,
  email,
  sfid,
  rights.join(' '),
  reason,
];

const linkCells = (link: ExposingLink): Cells => [
  'Link',
  link.isPublic ? 'anyone with the address' : link.recipients.join(' '),
  '',
  '',
  link.rights.join(' ') || 'ended',
  link.through === null ? '' : `shares ${link.through.name}`,
  link.createdAt,
  '',
  '',
  '',
  '',
  link.name,
  link.sfid,
];

const accessCells = ({ at, action, who, file, link, versionId, redacted }: ExposureAccess): Cells => [
  'Opened or downloaded',
  redacted ? '(removed)' : (who.name ?? who.kind),
  who.email,
  who.id,
  action,
  '',
  at,
  who.address,
  file?.name,
  file?.path,
  file?.sfid,
  link?.name,
  link?.sfid,
  versionId,
];
