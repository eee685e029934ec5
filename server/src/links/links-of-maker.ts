import type { Transaction } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { deleteLinks, type LinksToEnd } from './end.queries.ts';
import { rightsInForce } from './link-policy.ts';
import {
  type ChangedLink,
  changeMaker,
  countOpenLinksOf,
  openLinksOf,
  recordsWithLinksOf,
} from './maker.queries.ts';

/**
 * C87: counts the links of a person that are neither deleted nor expired.
 * @param colleagueId the person who would get them; null for none
 * @returns stopping: the links that would give less with this person as their maker (GUARD-11)
 */
export async function countLinksOfMaker(
  { kysely }: Pick<Database, 'kysely'>,
  makerId: string,
  colleagueId: string | null,
): Promise<{ links: number; stopping: number }> {
  if (colleagueId === null) return { links: await countOpenLinksOf(kysely, makerId), stopping: 0 };
  const links = await openLinksOf(kysely, makerId, colleagueId);
  const stopping = links.filter((link) => {
    const present = rightsInForce(link);
    const later = rightsInForce({ ...link, makerGrants: link.colleagueGrants });
    return present.some((right) => !later.includes(right));
  });
  return { links: links.length, stopping: stopping.length };
}

/**
 * GUARD-31: makes another person the maker of all links of a person, in the caller's transaction. A link that needs a
 * right which the new maker does not have gives nothing until the right is granted (GUARD-11).
 */
export async function giveLinks(
  tx: Transaction<DB>,
  makerId: string,
  colleague: { id: string; name: string },
): Promise<void> {
  const links = await changeMaker(tx, makerId, colleague);
  await recordAudit(tx, links.map(eventOf('link.transfer', { from: makerId, to: colleague.id })));
  announceIn(tx, recordsOf(links));
}

/**
 * GUARD-31, AUDIT-10: deletes links in the caller's transaction; those that are deleted already stay as they are.
 * @param details facts for the entries of the audit
 */
export async function endLinks(
  tx: Transaction<DB>,
  ending: LinksToEnd,
  { details, ...deletion }: { by: string; at: Date; details: Record<string, string> },
): Promise<{ links: ChangedLink[]; visits: number }> {
  const ended = await deleteLinks(tx, ending, deletion);
  await recordAudit(tx, ended.links.map(eventOf('link.end', details)));
  announceIn(tx, recordsOf(ended.links));
  return ended;
}

/** GUARD-31: deletes all links of a person, in the caller's transaction. */
export async function endLinksOfMaker(
  tx: Transaction<DB>,
  makerId: string,
  deletion: { by: string; at: Date },
): Promise<void> {
  await endLinks(tx, { makerId }, { ...deletion, details: { maker: makerId } });
}

/** GUARD-31: shows in the open lists that the links of a person stopped or work again, in the caller's transaction. */
export async function announceLinksOf(tx: Transaction<DB>, makerId: string): Promise<void> {
  announceIn(tx, await recordsWithLinksOf(tx, makerId));
}

const recordsOf = (links: readonly ChangedLink[]) => new Set(links.map(({ recordId }) => recordId));

const eventOf =
  (action: 'link.transfer' | 'link.end', details: Record<string, string>) =>
  ({ recordId, id, name }: ChangedLink): AuditEvent => ({
    action,
    recordId,
    linkId: id,
    object: { kind: 'link', id, name },
    details,
  });

function announceIn(tx: Transaction<DB>, recordIds: Iterable<string>): void {
  for (const recordId of recordIds) announce(tx, { recordId, type: 'links' });
}
