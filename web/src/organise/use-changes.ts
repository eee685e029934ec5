import { Messages, type NameCharacters } from '@vault/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nameCharactersQuery } from '../api/index.ts';
import { useToast, useVault, type Toast } from '../shared/index.ts';
import { isFolder, treeQuery, type Folder, type FolderIndex } from '../tree/index.ts';
import { organiseCalls, type OrganiseCalls } from './calls.ts';
import { loadOf, parentPathOf, type OrganisedItem, type RelocateAction } from './target.ts';
import { useOpenFolder, type OpenFolder } from './use-open-folder.ts';
import { useReload, type Reload } from './use-reload.ts';
import { useUndo, type UndoActions } from './use-undo.ts';

export interface NewFolder {
  name: string;
  parentPath: string;
}

export interface RelocateInput {
  action: RelocateAction;
  items: readonly OrganisedItem[];
  target: Folder;
  /** COPYMOVE-16: true when the target folder opens after a move */
  follows: boolean;
}

export interface RenameInput {
  item: OrganisedItem;
  name: string;
}

/** D-12: false means that nothing is changed when names conflict. */
interface Merging {
  merging: boolean;
}

/** The result of a change: 'merge' means that nothing was changed and the person must confirm a merge (D-12). */
export type ChangeOutcome = 'done' | 'merge';

/** The dependencies of the changes. */
interface ChangeDeps extends UndoActions {
  calls: OrganiseCalls;
  reload: Reload;
  toast: Toast;
  openFolder: OpenFolder;
  /** the folders, if they are loaded */
  folders: () => FolderIndex | undefined;
}

/**
 * Returns the functions that change items. Each makes its call, reloads the affected queries, shows a toast, and offers
 * an undo if possible. They throw ApiError.
 */
export function useChanges() {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  const toast = useToast();
  const openFolder = useOpenFolder();
  const reload = useReload(recordId);
  const calls = useMemo(() => organiseCalls(recordId), [recordId]);
  const undoActions = useUndo({ recordId, calls, reload });
  const characters: NameCharacters = useQuery(nameCharactersQuery).data ?? 'spec';
  return useMemo(() => {
    const folders = () => queryClient.getQueryData(treeQuery(recordId).queryKey);
    const deps: ChangeDeps = { ...undoActions, calls, reload, toast, openFolder, folders };
    return {
      create: create(deps),
      rename: rename(deps),
      relocate: relocate(deps),
      duplicate: duplicate(deps),
      trash: trash(deps),
      undoLast: undoActions.undoLast,
      reload,
      folders,
      /** the characters that names may have */
      characters,
    };
  }, [queryClient, recordId, toast, openFolder, reload, calls, undoActions, characters]);
}
export type Changes = ReturnType<typeof useChanges>;

/** Creates a folder (FOLDER-09, FOLDER-10). */
function create({ calls, toast, reload }: ChangeDeps) {
  return async (folder: NewFolder) => {
    const created = await calls.createFolder(folder);
    toast.success(Messages.created);
    reload({ tree: true });
    return created;
  };
}

/** Renames an item (RENAME-09 … RENAME-11). */
function rename({ calls, toast, reload, notify }: ChangeDeps) {
  return async ({ item, name }: RenameInput, { merging }: Merging): Promise<ChangeOutcome> => {
    const folder = isFolder(item);
    const { outcome } = folder
      ? await calls.renameFolder({ parentPath: parentPathOf(item), name: item.name, newName: name })
      : await calls.renameFile(item.sfid, name, { merging });
    if (outcome === 'merge') return 'merge';
    // A merge cannot be undone.
    if (merging) toast.success(Messages.merged);
    else notify({ kind: 'rename', item: { id: item.sfid, isFolder: folder }, from: item.name, to: name });
    reload({ tree: folder });
    return 'done';
  };
}

/** Copies or moves items (COPYMOVE-12 … COPYMOVE-17). */
function relocate({ calls, toast, reload, notify, openFolder, folders }: ChangeDeps) {
  return async (input: RelocateInput, { merging }: Merging): Promise<ChangeOutcome> => {
    const { action, items, target, follows } = input;
    const load = loadOf(items, folders());
    const targetPath = folders()?.byId.get(target.id)?.path ?? target.path;
    const { outcome } = await calls.relocate({ action, ...load, targetPath, merging });
    if (outcome === 'merge') return 'merge';
    const formerId = openFolder.id();
    if (action === 'copy') toast.success(Messages.copied);
    else if (merging) toast.success(Messages.moved);
    else {
      const moved = items.map((item) => ({
        id: item.sfid,
        isFolder: isFolder(item),
        fromId: item.parentFolderSfid,
        toId: target.id,
      }));
      notify({ kind: 'move', items: moved }, () => {
        if (follows && openFolder.id() === target.id && formerId !== null) openFolder.open(formerId);
      });
    }
    reload({ tree: items.some(isFolder) });
    if (action === 'move' && follows) openFolder.open(target.id);
    return 'done';
  };
}

/** Duplicates a file (COPYMOVE-18, COPYMOVE-19). */
function duplicate({ calls, toast, reload }: ChangeDeps) {
  return async (item: OrganisedItem, { merging }: Merging): Promise<ChangeOutcome> => {
    const { outcome } = await calls.duplicate(item, { merging });
    if (outcome === 'merge') return 'merge';
    toast.success(Messages.duplicated);
    reload({ tree: false });
    return 'done';
  };
}

/** Moves items to the trash (DELETE-04, DELETE-05). */
function trash({ calls, reload, notify }: ChangeDeps) {
  return async (items: readonly OrganisedItem[]): Promise<void> => {
    const ids = items.map(({ sfid }) => sfid);
    await calls.trash(ids);
    notify({ kind: 'trash', ids });
    reload({ tree: items.some(isFolder) });
  };
}
