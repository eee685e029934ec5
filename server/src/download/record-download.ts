import { basename } from 'node:path/posix';
import type { Transaction } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/index.ts';
import { recordAccess } from '../history/index.ts';
import { type ActorContext, currentContext } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';
import { liveItemsOfRecord } from '../tree/index.ts';
import type { FrozenDownload, FrozenEntry } from './frozen.ts';

/** The accessor of a download, its network address and time. */
export interface Visit {
  /** a visitor of a link has no account */
  accessor: { id: string | null; name: string };
  address: string;
  at: Date;
}

type FrozenFile = Extract<FrozenEntry, { kind: 'file' }>;

/** D-38, AUDIT-01: one access record and one entry of the audit for each file that a download sends. */
export async function recordDownload(
  tx: Transaction<DB>,
  { recordId, entries }: FrozenDownload,
  visit: Visit,
): Promise<void> {
  const files = entries.filter((entry) => entry.kind === 'file');
  await recordAccess(
    tx,
    files.map(({ fileId, versionId }) => ({
      recordId,
      kind: 'Download',
      relationId: fileId,
      content: 'Download',
      versionId,
      ...visit,
    })),
  );
  await auditDownload(tx, recordId, { files, accessor: visit.accessor });
}

async function auditDownload(
  tx: Transaction<DB>,
  recordId: string,
  { files, accessor }: { files: readonly FrozenFile[]; accessor: Visit['accessor'] },
): Promise<void> {
  const ids = files.map(({ fileId }) => fileId);
  const items = await liveItemsOfRecord(tx, recordId, ids);
  const by = contextOf(accessor);
  const events = files.map(({ fileId, versionId, path, sizeBytes }): AuditEvent => {
    const item = items.get(fileId);
    const object = {
      kind: 'file',
      id: fileId,
      name: item?.name ?? basename(path),
      path: item?.parent?.path ?? '',
    } as const;
    return { action: 'file.download', recordId, object, details: { versionId, bytes: sizeBytes }, by };
  });
  await recordAudit(tx, events);
}

/** The request for the address of a ticket has no session: the person who got the ticket acts. */
function contextOf({ id, name }: Visit['accessor']): ActorContext {
  const context = currentContext();
  if (context.actor.kind !== 'anonymous' || id === null) return context;
  return { ...context, actor: { kind: 'person', id, name, email: null } };
}
