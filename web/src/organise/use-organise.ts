import { createContext, use } from 'react';
import type { ParentFolder } from './new-folder-modal.tsx';
import type { TrashedItem } from './queries.ts';

export interface NewFolder {
  /** Opens the New Folder modal for a folder; `path` as in D-06. */
  open: (parent: ParentFolder) => void;
}

export interface MoveToTrash {
  /** Asks, then moves the items to the trash and reloads what showed them. Nothing happens without items. */
  confirm: (items: readonly TrashedItem[]) => void;
}

export const NewFolderContext = createContext<NewFolder | null>(null);
export const MoveToTrashContext = createContext<MoveToTrash | null>(null);

export function useNewFolder(): NewFolder {
  const newFolder = use(NewFolderContext);
  if (!newFolder) throw new Error('useNewFolder is used outside OrganiseProvider');
  return newFolder;
}

export function useMoveToTrash(): MoveToTrash {
  const moveToTrash = use(MoveToTrashContext);
  if (!moveToTrash) throw new Error('useMoveToTrash is used outside OrganiseProvider');
  return moveToTrash;
}
