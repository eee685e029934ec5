import type { AuditAction, AuditOutcome } from '@vault/contract';
import { sql } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { type Actor, runAs } from '../platform/actor/index.ts';
import type { Database } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';

/** A preview or download of a file, or a view of a link, as the audit has it. */
export interface TestAccess {
  recordId: string;
  action: AuditAction;
  /** the file */
  fileId?: string;
  /** the link; the access is of a visitor then */
  linkId?: string;
  /** name of the account, or address of the visitor; null for a visitor without one */
  who: string | null;
  at: Date;
  outcome?: AuditOutcome;
  details?: Record<string, string | number | boolean>;
  givenAs?: string;
}

/** Adds accesses to the audit, in order. */
export async function addAccesses(database: Database, accesses: readonly TestAccess[]): Promise<void> {
  for (const access of accesses) {
    const { recordId, action, fileId, linkId, at, outcome, details = {}, givenAs } = access;
    const context = { actor: actorOf(access), requestId: null, clientAddress: '192.0.2.7', userAgent: null };
    // oxlint-disable-next-line no-await-in-loop -- the ids follow the order
    await runAs(context, () =>
      database.transaction((tx) =>
        recordAudit(tx, {
          action,
          recordId,
          ...(outcome && { outcome }),
          ...(fileId !== undefined && { object: { kind: 'file', id: fileId, name: 'plan.txt', path: '' } }),
          ...(linkId !== undefined && { linkId }),
          details,
          personal: givenAs === undefined ? {} : { givenAs },
          at,
        }),
      ),
    );
  }
}

const actorOf = ({ recordId, linkId, who }: TestAccess): Actor =>
  linkId === undefined
    ? { kind: 'person', id: newId('usr'), name: who ?? '', email: null }
    : { kind: 'visitor', visitId: newId('vis'), linkId, recordId, email: who };

/** A preview or a download of a file. */
export interface FileAccess {
  accessor: string;
  accessorId: string | null;
  versionId: string;
  content: 'Preview' | 'Download';
}

/** The previews and downloads of a file in the audit, oldest first. */
export async function accessesOf(
  { kysely }: Pick<Database, 'kysely'>,
  fileId: string,
): Promise<FileAccess[]> {
  const { rows } = await sql<FileAccess>`
    select coalesce(personal ->> 'name', personal ->> 'email', 'Public') as accessor, person_id as accessor_id,
      details ->> 'versionId' as version_id,
      case action when 'file.download' then 'Download' else 'Preview' end as content
    from audit_entry
    where object_id = ${fileId} and action in ('file.preview', 'file.download', 'office.open') and outcome = 'success'
    order by id`.execute(kysely);
  return rows;
}

/** The kinds of the views of a link in the audit, as C16 names them, oldest first. */
export async function viewsOf({ kysely }: Pick<Database, 'kysely'>, linkId: string): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select case min(action) when 'link.open' then 'View' when 'link.page' then 'Automatic'
      when 'file.download' then 'Download' when 'file.upload' then 'Upload' else 'Preview' end as content
    from audit_entry where link_id = ${linkId} and details ->> 'viewId' is not null
    group by details ->> 'viewId' order by min(id)`.execute(kysely);
  return rows.map(({ content }) => content);
}
