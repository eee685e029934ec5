import { LINK_QUERY_TYPES, LINK_STATUS_FILTERS } from '@vault/contract';
import * as z from 'zod';
import {
  type AccessCheck,
  fromSigned,
  type Holder,
  signedHolderSchema,
  toSigned,
} from '../access-check/index.ts';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import { csvHead, csvLine } from './csv.ts';
import { type LinkRow, selectLinkIds, selectLinksById } from './link.queries.ts';
import { rightsInForce } from './link-policy.ts';
import { linkSortOf } from './list.ts';

/** C39: validity of an export address. */
const ADDRESS_MS = 5 * 60_000;
const ROWS_AT_ONCE = 500;

const wantedSchema = z.object({
  recordId: z.string(),
  queryType: z.enum(LINK_QUERY_TYPES),
  status: z.enum(LINK_STATUS_FILTERS),
  search: z.string().optional(),
  sort: z.string().optional(),
  timeZone: z.string(),
});
export type WantedExport = z.infer<typeof wantedSchema>;

/** An export, and the session for which its address was issued. */
const signedSchema = wantedSchema.extend({ holder: signedHolderSchema });

/** An export whose holder may still have it. */
export interface AllowedExport {
  wanted: WantedExport;
  /** checks the holder again @throws the refusal when the access has ended */
  mustContinue: () => Promise<void>;
}

interface SignDeps {
  signer: Signer;
  clock: Clock;
}

/** Signs the parameters of an export. They are normalized first, so that the address is short. */
export function signExport({ signer, clock }: SignDeps, holder: Holder, wanted: WantedExport): string {
  const { field, descending } = linkSortOf(wanted.sort);
  const sort = `${field},${descending ? 'desc' : 'asc'}`;
  const { timeZone } = dateFormatIn(wanted.timeZone).resolvedOptions();
  const expiresAt = new Date(clock.now().getTime() + ADDRESS_MS);
  return signer.sign('export', { ...wanted, sort, timeZone, holder: toSigned(holder) }, expiresAt);
}

/**
 * @throws 403 when the token is altered or expired or its session has ended, E11 without the permission or the record
 */
export async function mustAllowExport(
  { signer, clock, access }: SignDeps & { access: AccessCheck },
  token: string,
): Promise<AllowedExport> {
  const signed = signedSchema.safeParse(signer.verify('export', token, clock.now()));
  if (!signed.success) throw Errors.exportAddressExpired();
  const { holder, ...wanted } = signed.data;
  const needed = { recordId: wanted.recordId, right: 'view' as const, fileIds: [] };
  const mustContinue = () => access.mustHave(fromSigned(holder), needed, Errors.exportAddressExpired);
  await mustContinue();
  return { wanted, mustContinue };
}

const HEAD = ['Item Name', 'Date Created', 'Last Accessed', 'Created By', 'Recipients', 'Status', 'View'];

/**
 * Yields all links of a filter as lines of a CSV file (RFC 4180), in batches. The ids and their order are read first: a
 * link that is created or deleted during the export neither moves nor repeats a row. Each batch is checked (GUARD-30).
 */
export async function* exportLines(
  { kysely }: Database,
  { wanted, mustContinue }: AllowedExport,
): AsyncGenerator<string> {
  const format = dateFormat(wanted.timeZone);
  yield csvHead(HEAD);
  const ids = await selectLinkIds(kysely, wanted, linkSortOf(wanted.sort));
  for (let done = 0; done < ids.length; done += ROWS_AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- before each batch
    if (done > 0) await mustContinue();
    // oxlint-disable-next-line no-await-in-loop -- one part after the other, as they are sent
    const rows = await selectLinksById(kysely, wanted.recordId, ids.slice(done, done + ROWS_AT_ONCE));
    yield rows.map((row) => csvLine(cellsOf(row, format))).join('');
  }
}

const cellsOf = (row: LinkRow, format: (time: Date) => string): string[] => [
  row.name,
  format(row.createdAt),
  row.lastAccessedAt === null ? '' : format(row.lastAccessedAt),
  row.createdBy,
  row.isPublic ? 'Anyone' : row.recipients.join(';'),
  row.status === 'Active' && rightsInForce(row).length === 0 ? 'Expired' : row.status,
  String(row.accessTimes),
];

/** LINKS-19: '11/21/2026 08:05:09 AM' in an IANA time zone; an unknown one is UTC. */
export function dateFormat(timeZone: string): (time: Date) => string {
  const format = dateFormatIn(timeZone);
  // 'en-US' writes '11/21/2026, 08:05:09 AM'; some versions use a narrow space before AM.
  return (time) => format.format(time).replace(', ', ' ').replaceAll(/\s/gu, ' ');
}

function dateFormatIn(timeZone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  };
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
