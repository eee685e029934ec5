import { recordAuditAlone } from '../audit/index.ts';
import { VaultError } from '../http/index.ts';
import { type ActorContext, currentContext } from '../platform/actor/index.ts';
import { OutOfSpace } from '../platform/unavailable.ts';
import { isVisit, type UploadDeps, type UploadKey } from './deps.ts';
import { accountOf } from './quota.queries.ts';

/** A client that repeats a refused call must not fill the audit, least of all when the disk is full. */
const PAUSE_MS = 60_000;
/** Owners that are remembered; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;

const QUOTA_STATUS = 507;

type RefusalDeps = Pick<UploadDeps, 'database' | 'clock' | 'log'>;

/** The time of the last entry by owner and code, in this process. */
const lastRecorded = new WeakMap<RefusalDeps['database'], Map<string, number>>();

/**
 * Runs a step of an upload and records in the audit that a quota or the free space refused it (GUARD-24, AUDIT-01): for
 * each owner and code once a minute.
 * @param upload the owner, and the key of one upload or of the first of several
 * @throws the error of the step
 */
export async function recordRefusals<T>(
  deps: RefusalDeps,
  upload: UploadKey & { recordId?: string },
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const errorCode = quotaCodeOf(error);
    if (errorCode !== null && isDue(deps, `${upload.ownerId} ${errorCode}`))
      await record(deps, upload, errorCode);
    throw error;
  }
}

function quotaCodeOf(error: unknown): string | null {
  if (error instanceof OutOfSpace) return 'STORAGE_FULL';
  return error instanceof VaultError && error.code === QUOTA_STATUS ? error.errorCode : null;
}

function isDue({ database, clock }: RefusalDeps, key: string): boolean {
  const known = lastRecorded.get(database) ?? new Map<string, number>();
  lastRecorded.set(database, known);
  const now = clock.now().getTime();
  const last = known.get(key);
  if (last !== undefined && now - last < PAUSE_MS) return false;
  known.delete(key);
  known.set(key, now);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
  return true;
}

/** Never throws: the caller gets the refusal, also when the database has no space for the entry. */
async function record(
  { database, log }: RefusalDeps,
  { ownerId, key, recordId }: UploadKey & { recordId?: string },
  errorCode: string,
): Promise<void> {
  try {
    await recordAuditAlone(database, {
      action: 'quota.refuse',
      outcome: 'refused',
      object: { kind: 'upload', id: key },
      details: { errorCode },
      by: await contextOf(database, ownerId),
      ...(recordId !== undefined && { recordId }),
    });
  } catch (error) {
    log.error(
      { reason: String(error) },
      'Refusal of an upload not recorded in the audit; the caller gets the refusal',
    );
  }
}

/** The signed addresses of accounts need no token, so their requests have no actor: it is the owner of the upload. */
async function contextOf({ kysely }: UploadDeps['database'], ownerId: string): Promise<ActorContext> {
  const context = currentContext();
  if (context.actor.kind !== 'anonymous' || isVisit(ownerId)) return context;
  const account = await accountOf(kysely, ownerId);
  return account === null ? context : { ...context, actor: { kind: 'person', ...account } };
}
