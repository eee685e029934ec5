import type { ExposingLink } from '@vault/contract';
import type { Kysely } from 'kysely';
import { rightsInForce } from '../links/index.ts';
import type { DB } from '../platform/database/index.ts';
import { itemsBelow } from './items.queries.ts';
import {
  countOpen,
  linksReaching,
  linkState,
  sharedItems,
  sharesOf,
  type LinkState,
} from './links.queries.ts';
import type { Moment } from './moment.ts';
import { type Page, pageFrom, type PageInput } from './page.ts';
import type { Subject } from './subject.ts';

/** AUDIT-09: the links through which a subject could be opened at a moment; of a link the link itself. */
export async function exposingLinks(
  db: Kysely<DB>,
  { subject, moment }: { subject: Subject; moment: Moment },
  page: PageInput,
): Promise<Page<ExposingLink>> {
  const { recordId, id, kind, state } = subject;
  if (kind === 'link') {
    const link = await linkState(db, { recordId, id }, moment);
    return { rows: link === null ? [] : [present(link, subject)], next: null };
  }
  if (state !== 'present') return { rows: [], next: null };
  const itemIds = await itemsWithLinks(db, subject, { moment, withTrash: false });
  return pageFrom(page, async (slice) => {
    const links = await linksReaching(db, { recordId, itemIds }, { moment, ...slice });
    return links.map((link) => present(link, subject));
  });
}

/** AUDIT-10: the links that a recall of a subject ends now. */
export async function linksToRecall(db: Kysely<DB>, subject: Subject, now: Moment): Promise<string[]> {
  const { recordId, id, kind } = subject;
  if (kind === 'link') return [id];
  return sharesOf(db, {
    recordId,
    itemIds: await itemsWithLinks(db, subject, { moment: now, withTrash: true }),
  });
}

/** What a recall of a subject would end now. */
export async function countRecall(
  db: Kysely<DB>,
  subject: Subject,
  now: Moment,
): Promise<{ links: number; visits: number }> {
  return countOpen(db, subject.recordId, await linksToRecall(db, subject, now));
}

/**
 * The items whose links give a subject or a part of it: the item, the folders above it, and the shared items below it.
 * Starts at the shared items of the record, because a folder can contain any number of others.
 */
async function itemsWithLinks(
  db: Kysely<DB>,
  { id, recordId, kind, chain }: Subject,
  { moment, withTrash }: { moment: Moment; withTrash: boolean },
): Promise<string[]> {
  const above = chain.map((item) => item.id);
  if (kind !== 'folder') return above;
  const shared = await sharedItems(db, recordId, moment);
  const below = await itemsBelow(db, { folderId: id, ids: shared, withTrash }, moment);
  below.delete(id);
  return [...above, ...below];
}

function throughOf({ throughId, throughName }: LinkState, { chain }: Subject): ExposingLink['through'] {
  if (throughId === null) return null;
  const index = chain.findIndex(({ id }) => id === throughId);
  if (index === -1) return { sfid: throughId, name: throughName ?? '', place: 'below' };
  return { sfid: throughId, name: chain[index]?.name ?? '', place: index === 0 ? 'itself' : 'above' };
}

function present(link: LinkState, subject: Subject): ExposingLink {
  return {
    sfid: link.id,
    name: link.name,
    type: link.kind,
    rights: link.isOpen ? [...rightsInForce(link)] : [],
    through: throughOf(link, subject),
    isPublic: link.isPublic,
    hasPassword: link.hasPassword,
    recipients: link.recipients,
    maker: { sfid: link.makerId, name: link.makerName },
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt?.toISOString() ?? null,
    accessTimes: link.accessTimes,
    lastAccessedAt: link.lastAccessedAt?.toISOString() ?? null,
  };
}
