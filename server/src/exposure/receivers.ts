import type { ByteReceiver, CallData, contract, ExposureAccess } from '@vault/contract';
import type { Config } from '../config/index.ts';
import type { Database } from '../platform/database/index.ts';
import { timesOf } from './moment.ts';
import { findSubject } from './subject.ts';
import { accessesOf } from './accesses.ts';
import { SCANNED } from './accesses.queries.ts';

/** The most pages of the audit that one call reads. */
const MOST_PAGES = 10;

export interface ReceiversDeps {
  database: Pick<Database, 'kysely'>;
  settings: Pick<Config, 'brand'>;
}

/**
 * C123, AUDIT-10: everyone who has received bytes of an item, each once, the latest first. Reads a bounded number of
 * entries and says how far. The opening of a link gives no bytes.
 * @throws E4
 */
export async function receiversOf(
  { database: { kysely }, settings: { brand } }: ReceiversDeps,
  id: string,
): Promise<CallData<typeof contract.exposure.receivers>> {
  const { now } = await timesOf(kysely, undefined);
  const subject = await findSubject(kysely, id, now);
  const receivers = new Map<string, ByteReceiver>();
  const listed = (searchedTo: string | null) => ({
    receivers: [...receivers.values()],
    firm: brand.name,
    searchedTo,
  });
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the pages follow each other
    const accesses = await accessesOf(kysely, { subject, moment: now }, { after, size: SCANNED });
    for (const access of accesses.rows) if (access.action !== 'link.open') add(receivers, access);
    if (accesses.next === null) return listed(null);
    after = accesses.next;
  }
  const searchedTo = new Date(Number.parseInt(after ?? '0', 10)).toISOString();
  return listed(searchedTo);
}

function add(receivers: Map<string, ByteReceiver>, { who, link, at }: ExposureAccess): void {
  const key = keyOf(who, link);
  const known = receivers.get(key);
  if (known === undefined) receivers.set(key, { ...who, link, count: 1, lastAt: at });
  else known.count += 1;
}

/** A person by account, a visitor by the verified address, others by link and client address. */
function keyOf({ kind, id, email, address }: ExposureAccess['who'], link: ExposureAccess['link']): string {
  if (id !== null) return id;
  return email === null ? `${kind} ${link?.sfid} ${address}` : `${kind} ${email}`;
}
