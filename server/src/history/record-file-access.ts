import { basename } from 'node:path/posix';
import type { Kysely, Transaction } from 'kysely';
import { type AuditEvent, recordAudit, recordAuditAlone } from '../audit/index.ts';
import { type ActorContext, currentContext } from '../platform/actor/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { liveItemsOfRecord } from '../tree/index.ts';

/** Who opens files, and when. */
export interface Opening {
  /** a visitor of a link has no account */
  accessor: { id: string | null; name: string };
  at: Date;
  /** the view of the link that it belongs to (LINKVIEWS-06); absent for accounts */
  viewId?: string;
}

/** A preview or a download of files. */
export interface FileAccess {
  action: 'file.preview' | 'file.download' | 'office.open';
  recordId: string;
  files: readonly AccessedFile[];
}

interface AccessedFile {
  fileId: string;
  versionId: string;
  /** the name or the path under which it is shown or sent */
  path: string;
  /** bytes that are sent */
  sizeBytes?: number;
  /** the view of a preview that shows only a part of the file */
  view?: string | undefined;
}

/** D-38, AUDIT-01: records one entry of the audit for each file, so that the history and 'N times' agree. */
export async function recordFileAccess(
  tx: Transaction<DB>,
  access: FileAccess,
  opening: Opening,
): Promise<void> {
  await recordAudit(tx, await eventsOf(tx, access, opening));
}

/** `recordFileAccess` for a call that changes nothing else, and so needs no transaction. */
export async function recordFileAccessAlone(
  database: Pick<Database, 'kysely'>,
  access: FileAccess,
  opening: Opening,
): Promise<void> {
  await recordAuditAlone(database, await eventsOf(database.kysely, access, opening));
}

async function eventsOf(
  db: Kysely<DB>,
  { action, recordId, files }: FileAccess,
  { accessor, at, viewId }: Opening,
): Promise<AuditEvent[]> {
  const ids = files.map(({ fileId }) => fileId);
  const items = await liveItemsOfRecord(db, recordId, ids);
  const by = contextOf(accessor);
  return files.map(({ fileId, versionId, path, sizeBytes, view }): AuditEvent => {
    const item = items.get(fileId);
    const name = item?.name ?? basename(path);
    return {
      action,
      recordId,
      object: { kind: 'file', id: fileId, name, path: item?.parent?.path ?? '' },
      details: {
        versionId,
        ...(sizeBytes !== undefined && { bytes: sizeBytes }),
        ...(view !== undefined && { view }),
        ...(viewId !== undefined && { viewId, shownAs: path }),
      },
      at,
      by,
    };
  });
}

/** The request for the address of a ticket has no session: the person who got the ticket acts. */
function contextOf({ id, name }: Opening['accessor']): ActorContext {
  const context = currentContext();
  if (context.actor.kind !== 'anonymous' || id === null) return context;
  return { ...context, actor: { kind: 'person', id, name, email: null } };
}
