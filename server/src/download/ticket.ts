import { type Holder, idOf } from '../access-check/index.ts';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { newSecretToken, type Signer } from '../platform/tokens/index.ts';
import { type FrozenDownload, frozenEntriesSchema } from './frozen.ts';
import { recordDownload } from './record-download.ts';
import {
  deleteExpiredTickets,
  findTicket,
  insertTicket,
  markUsed,
  nextExpiry,
  type TicketLimits,
} from './ticket.queries.ts';

/** C54: the validity of a ticket's address. */
const TICKET_MS = 10 * 60_000;
/** GUARD-24: 50 and 500 of the largest downloads. The entries of one take up to 150 KB in the database. */
const LIMITS: TicketLimits = { holder: 50_000, link: 500_000 };

export interface TicketDeps {
  database: Database;
  signer: Signer;
  clock: Clock;
}

/** A ticket: its download, its holder, and the recorded accessor. */
export interface Ticket {
  id: string;
  download: FrozenDownload;
  holder: Holder;
  accessor: { id: string; name: string };
}

/** The owner of the tickets: the portal refuses those of a link's visitors. */
export type TicketKind = 'download' | 'visitor-download';

/** A session or a visit, and its name in the history. */
export interface TicketOwner {
  holder: Holder;
  name: string;
  /** of a visit */
  linkId: string | null;
}

/**
 * Stores a frozen download for ten minutes.
 * @returns the signed token that gives access to it without a sign-in
 * @throws 429 when the holder, or all visitors of the link together, have too many such downloads
 */
export async function issueTicket(
  deps: TicketDeps,
  owner: TicketOwner,
  frozen: FrozenDownload,
  kind: TicketKind = 'download',
): Promise<string> {
  const { id, expiresAt } = await storeTicket(deps, owner, { ...frozen, entryCount: frozen.entries.length });
  return deps.signer.sign(kind, id, expiresAt);
}

/**
 * Counts a download without a ticket as one with a ticket: each has an entry in the audit for each file.
 * @throws 429 as `issueTicket`
 */
export async function countDownload(
  deps: TicketDeps,
  owner: TicketOwner,
  frozen: FrozenDownload,
): Promise<void> {
  await storeTicket(deps, owner, { ...frozen, entries: [], entryCount: frozen.entries.length });
}

async function storeTicket(
  { database, clock }: TicketDeps,
  { holder, name: accessor, linkId }: TicketOwner,
  frozen: FrozenDownload & { entryCount: number },
): Promise<{ id: string; expiresAt: Date }> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + TICKET_MS);
  const id = newSecretToken();
  const ticket = { ...frozen, id, holder, linkId, accessor, createdAt, expiresAt };
  if (!(await insertTicket(database.kysely, ticket, LIMITS))) {
    const counted = { recordId: frozen.recordId, holderId: idOf(holder), linkId };
    throw Errors.tooManyAttempts(await nextExpiry(database.kysely, counted, createdAt));
  }
  return { id, expiresAt };
}

/** @throws 403 when the token is altered, expired or issued for another purpose */
export async function mustFindTicket(
  { database, signer, clock }: TicketDeps,
  token: string,
  kind: TicketKind = 'download',
): Promise<Ticket> {
  const now = clock.now();
  const id = signer.verify(kind, token, now);
  const row = typeof id === 'string' ? await findTicket(database.kysely, id, now) : null;
  if (typeof id !== 'string' || row === null) throw Errors.downloadAddressExpired();
  const { recordId, name, form, holder, accessor } = row;
  const entries = frozenEntriesSchema.parse(row.entries);
  return {
    id,
    download: { recordId, name, form, entries },
    holder,
    accessor: { id: idOf(holder), name: accessor },
  };
}

/** Contract 10.9: the access records of a ticket are written once, when its first byte is requested. */
export async function recordFirstUse(
  { database, clock }: TicketDeps,
  { id, download, accessor }: Ticket,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    if (await markUsed(tx, { recordId: download.recordId, id }, at))
      await recordDownload(tx, download, { accessor, at });
  });
}

/** Deletes expired tickets; called by a periodic job. */
export async function tidyTickets({
  database,
  clock,
}: Pick<TicketDeps, 'database' | 'clock'>): Promise<void> {
  await deleteExpiredTickets(database.kysely, clock.now());
}
