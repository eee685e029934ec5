import { type Item, normalizeName } from '@vault/contract';
import { presentItem } from '../files/index.ts';
import { recordAudit } from '../audit/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import { newId } from '../platform/ids.ts';
import {
  adjustFolders,
  insertFolders,
  type ItemAttributes,
  joinPath,
  lockAndRead,
  mustBeWithinLimits,
  resolveFolder,
} from '../tree/index.ts';
import { announceItems } from './announce-items.ts';
import type { OrganiseDeps } from './deps.ts';
import { mustHaveValidName } from './valid-name.ts';

export interface CreateFolder {
  recordId: string;
  /** path of the parent (D-09) */
  path: string;
  /** as typed; it is trimmed here (FOLDER-04) */
  name: string;
  attributes: ItemAttributes;
  caller: Pick<Caller, 'id' | 'name'>;
}

/**
 * C05: creates a folder. Of concurrent calls for the same folder one succeeds and the others get E3.
 * @throws E1, E2, P3 for the name, E4 when the parent does not exist, E3 when the name exists
 */
export async function createFolder(
  { database, clock, settings: { nameCharacters } }: OrganiseDeps,
  { recordId, path, name: typed, attributes, caller }: CreateFolder,
): Promise<Item> {
  const name = normalizeName(typed, nameCharacters);
  mustHaveValidName({ name, kind: 'folder' }, nameCharacters);
  return database.transaction(async (tx) => {
    const parent = await lockAndRead(tx, recordId, () => resolveFolder(tx, recordId, path));
    const folderPath = joinPath(parent.path, name);
    mustBeWithinLimits(folderPath);
    const folder = { id: newId('fld'), parentId: parent.id, name, path: folderPath };
    const at = clock.now();
    const change = { by: { id: caller.id, name: caller.name }, at };
    const [made] = await Promise.all([
      insertFolders(tx, recordId, { folders: [folder], change, attributes }),
      adjustFolders(tx, recordId, [{ folderId: parent.id, folders: 1 }]),
    ]);
    if (made.length === 0) throw Errors.folderExists();
    announceItems(tx, recordId, { folderIds: [parent.id], withFolders: true });
    const object = { kind: 'folder', id: folder.id, name, path: parent.path } as const;
    await recordAudit(tx, { action: 'folder.create', recordId, object });
    return presentItem({ ...NEW_FOLDER, ...folder, modifiedAt: at, modifiedBy: caller.name }, parent, null);
  });
}

const NEW_FOLDER = {
  kind: 'folder',
  sizeBytes: 0,
  versionCount: 0,
  externalId: null,
  currentVersionId: null,
  isDamaged: false,
} as const;
