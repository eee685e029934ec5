import { isOverPreviewLimit, previewKindOf } from '@vault/contract';
import { type Caller, Errors } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { mustFindItem } from '../tree/index.ts';

/**
 * C30: the address at which an Office file is viewed or edited online. There is no Office-online host, so it is ''
 * for every file (PREVIEW-32); nobody has seen anything by it, so no preview is recorded.
 * @throws E11 without the permission that the action needs or for a closed record, E4 when there is no such live
 *   file, E9 for an Office file over the limit, which holds for editing too (PREVIEW-22)
 */
export async function officeOnlineAddress(
  { kysely }: Database,
  caller: Pick<Caller, 'records' | 'abilities'>,
  { fileId, action }: { fileId: string; action: 'edit' | 'view' },
): Promise<string> {
  if (action === 'edit' && !caller.abilities.edit) throw Errors.noAccess();
  const { name, sizeBytes } = await mustFindItem(kysely, caller, { id: fileId, kind: 'file' });
  if (previewKindOf(name) === 'office' && isOverPreviewLimit(name, sizeBytes)) throw Errors.officeTooLarge();
  return '';
}
