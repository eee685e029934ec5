import type { CallData, contract } from '@vault/contract';
import { recordAudit } from '../audit/index.ts';
import { type Caller, Errors, mustHaveRecords } from '../http/index.ts';
import { endLinks } from '../links/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { lockRecord } from '../tree/index.ts';
import { linksToRecall } from './links.ts';
import { timesOf } from './moment.ts';
import { findSubject } from './subject.ts';

interface RecallDeps {
  database: Database;
  clock: Clock;
}

/**
 * C124, AUDIT-10: ends every link that reaches an item, or one link. Their visits end, which cuts running downloads at
 * the next file or within seconds (GUARD-30). The record is locked, so that no item moves during the recall. A repeated
 * call finds nothing to end.
 * @throws E4 for an unknown id, E11 for a caller who is neither an administrator nor may share in the record
 */
export async function recall(
  { database, clock }: RecallDeps,
  id: string,
  caller: Pick<Caller, 'name' | 'abilities' | 'records'>,
): Promise<CallData<typeof contract.exposure.recall>> {
  const { now: before } = await timesOf(database.kysely, undefined);
  const { recordId } = await findSubject(database.kysely, id, before);
  await mustBeAllowed(caller, recordId);
  return database.transaction(async (tx) => {
    await lockRecord(tx, recordId);
    const { now } = await timesOf(tx, undefined);
    const subject = await findSubject(tx, id, now);
    const ids = await linksToRecall(tx, subject, now);
    const { links, visits } = await endLinks(
      tx,
      { recordId, ids },
      { by: caller.name, at: clock.now(), details: { recall: id } },
    );
    const { kind, name, path } = subject;
    await recordAudit(tx, {
      action: 'link.recall',
      recordId,
      object: { kind, id, name, path },
      details: { links: links.length, visits },
    });
    return { links: links.map((link) => ({ sfid: link.id, name: link.name })), visits };
  });
}

/** Who may share in the record may end its links there too; an administrator need not see the record. */
async function mustBeAllowed(caller: Pick<Caller, 'abilities' | 'records'>, recordId: string): Promise<void> {
  const { admin, read, share } = caller.abilities;
  if (admin) return;
  if (!read || !share) throw Errors.noAccess();
  await mustHaveRecords(caller, [recordId]);
}
