import { isOverPreviewLimit, previewKindOf } from '@vault/contract';
import type { Transaction } from 'kysely';
import { type Caller, Errors } from '../http/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { type LiveItem, mustFindItem } from '../tree/index.ts';

/** A file to be opened in the office service. */
export interface OpenedFile {
  file: Pick<LiveItem, 'recordId' | 'id' | 'name'>;
  action: 'edit' | 'view';
  /** an account with its token, or a visitor of a link with the right in force */
  opener: Pick<Caller, 'id' | 'token'> | { visitId: string; allowDownload: boolean };
  /** the origin of the vault's address */
  origin: string;
}

/** A visit whose windows another visit of the same recipient continues. */
export interface VisitContinuation {
  recordId: string;
  formerId: string;
  visitId: string;
}

/** The windows of the office service. */
export interface OfficeWindows {
  /**
   * @returns the address of a window, valid for one browser and a short time; '' when there is no office service, it
   * does not support the file, or it may not get the original for this visitor (GUARD-13)
   */
  addressOf(opened: OpenedFile): Promise<string>;
  /** Moves the windows of a visit to another visit of the same recipient (USE-03). */
  continueVisit(tx: Transaction<DB>, continuation: VisitContinuation): Promise<void>;
}

export interface OnlineDeps {
  database: Database;
  windows: OfficeWindows;
}

/**
 * C30: the address at which an Office file is viewed or edited online; '' for other files, and when there is no office
 * service or it does not support the file (PREVIEW-07, PREVIEW-08, PREVIEW-21, contract 10.11).
 * @throws E11 without the permission that the action needs or for a closed record, E4 when there is no such live file,
 * E9 for an Office file over the limit, which applies to editing too (PREVIEW-22)
 */
export async function officeOnlineAddress(
  { database, windows }: OnlineDeps,
  caller: Pick<Caller, 'records' | 'abilities'>,
  { fileId, ...opened }: Omit<OpenedFile, 'file'> & { fileId: string },
): Promise<string> {
  if (opened.action === 'edit' && !caller.abilities.edit) throw Errors.noAccess();
  const file = await mustFindItem(database.kysely, caller, { id: fileId, kind: 'file' });
  if (previewKindOf(file.name) !== 'office') return '';
  if (isOverPreviewLimit(file.name, file.sizeBytes)) throw Errors.officeTooLarge();
  return windows.addressOf({ ...opened, file });
}
