import type { Transaction } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { rightsInForce } from './link-policy.ts';
import {
  type ChangedLink,
  changeMaker,
  countOpenLinksOf,
  deleteLinksOf,
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

/** GUARD-31: deletes all links of a person, in the caller's transaction. */
export async function endLinksOfMaker(
  tx: Transaction<DB>,
  makerId: string,
  deletion: { by: string; at: Date },
): Promise<void> {
  const links = await deleteLinksOf(tx, makerId, deletion);
  await recordAudit(tx, links.map(eventOf('link.end', { maker: makerId })));
  announceIn(tx, recordsOf(links));
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
