import type { SharedLink } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { Sealer } from '../platform/tokens/index.ts';
import { joinPath } from '../tree/index.ts';
import { addressOf } from './address.ts';
import { isPublicRequest } from './public-request.ts';
import { rightsInForce } from './link-policy.ts';
import { type LinkRow, targetsOf } from './link.queries.ts';
import { locationsOf } from './locations.queries.ts';
import { isStored, targetStatesOf } from './target-states.ts';

export interface LinkView {
  webBase: string;
  sealer: Sealer;
  /** D-35, GUARD-12: only users with the share permission get the address and the password */
  maySeeSecrets: boolean;
}

/** Converts links to the form of the list (DATA-18 … DATA-22), with at most eight queries. */
export async function presentLinks(
  db: Kysely<DB>,
  recordId: string,
  { rows, view }: { rows: readonly LinkRow[]; view: LinkView },
): Promise<SharedLink[]> {
  const targetIds = rows.flatMap(({ items: [target] }) => target?.id ?? []);
  const targets = await targetsOf(db, recordId, targetIds);
  // D-43: the current parent of the target, even in the trash; for a permanently deleted target the last known one.
  const parentOf = ({ items: [target], folderId }: LinkRow) =>
    targets.get(target?.id ?? '')?.parentId ?? folderId;
  const locations = await locationsOf(db, recordId, rows.map(parentOf));
  const states = await targetStatesOf(db, recordId, rows);
  return rows.map((row) => {
    const parent = locations.get(parentOf(row));
    const location = parent?.path ?? row.location;
    const [target] = row.items;
    const targetState = states.get(row.id);
    const exists = target !== undefined && isStored(targets.get(target.id), parent);
    return {
      ...factsOf(row, view),
      location,
      parentFolderSfid: parentOf(row),
      parentIsExist: parent?.isLive ?? false,
      fileSystem: exists ? { indexPath: joinPath(location, target.name), sfid: target.id } : null,
      ...(targetState === undefined ? {} : { targetState }),
    };
  });
}

type Facts = Omit<
  SharedLink,
  'location' | 'parentFolderSfid' | 'parentIsExist' | 'fileSystem' | 'targetState'
>;

function factsOf(row: LinkRow, view: LinkView): Facts {
  const { items, passwordSealed } = row;
  const rights = rightsInForce(row);
  return {
    id: row.id,
    fileName: row.name,
    createBy: row.createdBy,
    receiveByEmail: row.recipients.join(';'),
    createTime: row.createdAt.toISOString(),
    lastAccessedTime: row.lastAccessedAt?.toISOString() ?? null,
    status: row.status,
    deleted: row.deletedAt !== null,
    updatedContact: row.deletedBy === null ? null : { name: row.deletedBy },
    updatedTime: row.deletedAt?.toISOString() ?? null,
    access: row.isPublic ? 'Anyone' : 'SpecificRecipients',
    accessTimes: row.accessTimes,
    isPublic: row.isPublic,
    download: rights.includes('download'),
    edit: rights.includes('edit'),
    expire: row.expiresAt !== null,
    expireDateTime: row.expiresAt?.getTime() ?? null,
    notify: row.notify,
    accessUrl: view.maySeeSecrets ? addressOf(row, view) : null,
    password: view.maySeeSecrets && passwordSealed !== null ? view.sealer.open(passwordSealed) : null,
    isFile: items.length === 1 && items[0]?.kind === 'file',
    linkType: row.kind,
    ...(rights.length === 0 && { makerState: 'NoAccess' as const }),
    ...(isPublicRequest(row) && { askGiver: row.askGiver }),
  };
}
