import { normalizeName, type Outcome } from '@vault/contract';
import { recordAudit } from '../audit/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import { joinPath, lockAndRead, mustFitAtPaths, resolveFolder, subfolderByName } from '../tree/index.ts';
import { announceItems } from './announce-items.ts';
import { placeItems } from './move.queries.ts';
import { authorshipOf } from './authorship-of.ts';
import type { OrganiseDeps } from './deps.ts';
import { mustHaveValidName } from './valid-name.ts';
import { DONE } from './outcome.ts';

export interface RenameFolder {
  recordId: string;
  /** path of the parent (D-09) */
  path: string;
  previousName: string;
  /** as typed; it is trimmed here (RENAME-12) */
  name: string;
  caller: Pick<Caller, 'id' | 'name'>;
}

/**
 * C06: renames a folder. Changes one row; all paths below change with it, because paths are not stored (T-56). A rename
 * to the present name changes nothing.
 * @throws E1, E2, P3 for the name, E4 when parent or folder does not exist, E3 when another folder has the name,
 * 400 when the path of a folder below it would exceed a limit
 */
export async function renameFolder(
  { database, clock, settings: { nameCharacters } }: OrganiseDeps,
  { recordId, path, previousName, name: typed, caller }: RenameFolder,
): Promise<Outcome> {
  const name = normalizeName(typed, nameCharacters);
  mustHaveValidName({ name, kind: 'folder' }, nameCharacters);
  return database.transaction(async (tx) => {
    const parent = await lockAndRead(tx, recordId, () => resolveFolder(tx, recordId, path));
    const [folder, namesake] = await Promise.all([
      subfolderByName(tx, parent, previousName),
      subfolderByName(tx, parent, name),
    ]);
    if (folder === null) throw Errors.notFound();
    if (folder.name === name) return DONE;
    if (namesake !== null) throw Errors.folderExists();
    const paths = { path: joinPath(parent.path, folder.name), newPath: joinPath(parent.path, name) };
    const items = [{ id: folder.id, parentId: parent.id, name }];
    await Promise.all([
      mustFitAtPaths(tx, recordId, [{ id: folder.id, ...paths }]),
      placeItems(tx, recordId, { items, change: authorshipOf(caller, clock) }),
    ]);
    announceItems(tx, recordId, { folderIds: [parent.id], withFolders: true });
    const object = { kind: 'folder', id: folder.id, name: folder.name, path: parent.path } as const;
    const details = { toName: name, toPath: parent.path };
    await recordAudit(tx, { action: 'item.rename', recordId, object, details });
    return DONE;
  });
}
