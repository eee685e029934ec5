import type { Outcome } from '@vault/contract';
import { type Caller, Errors } from '../http/index.ts';
import { claimNames, liveItemsOfRecord, lockRecord, resolveFolder, withinRecordSize } from '../tree/index.ts';
import { carryOutCopy } from './carry-out-copy.ts';
import { authorshipOf } from './authorship-of.ts';
import type { OrganiseDeps } from './deps.ts';
import { mustHaveValidName } from './valid-name.ts';
import { DONE } from './outcome.ts';
import { targetFolderOf, type Relocation } from './check-relocation.ts';

/**
 * C12 and C13 with `sign: 'duplicate'`: copies one file into its own folder, under the first free name with a number,
 * so that it never merges (D-14).
 * @throws P16 for anything but one file, and when the path is not that of its folder; E4 when file or folder does not
 * exist, E2 when the name has characters that are no longer allowed (NAME-06); 507 when the record has no room
 */
export async function duplicateFile(
  { database, clock, settings }: OrganiseDeps,
  { selection, path, caller }: Relocation & { caller: Pick<Caller, 'id' | 'name'> },
): Promise<Outcome> {
  const { recordId, ids, paths } = selection;
  const [id] = ids;
  if (id === undefined || ids.length > 1 || paths.length > 0) throw Errors.invalidRequest();
  return database.transaction(async (tx) => {
    const [, live, folder] = await Promise.all([
      lockRecord(tx, recordId),
      liveItemsOfRecord(tx, recordId, [id]),
      resolveFolder(tx, recordId, path),
    ]);
    const file = live.get(id);
    if (file?.kind !== 'file' || file.parent === null) throw Errors.notFound();
    mustHaveValidName(file, settings.nameCharacters);
    if (folder.id !== file.parent.id) throw Errors.invalidRequest();
    const item = { ...file, parentId: folder.id };
    const [name = file.name] = await claimNames(tx, recordId, [item]);
    const plan = { placed: [{ item, name, into: targetFolderOf(folder) }], merged: [] };
    const size = { recordId, maxBytes: settings.recordMaxBytes, by: 'person' } as const;
    await withinRecordSize(tx, size, () =>
      carryOutCopy(tx, { recordId, plan, change: authorshipOf(caller, clock) }),
    );
    return DONE;
  });
}
