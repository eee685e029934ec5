import { useMemo, useState, type ReactNode } from 'react';
import { MoveToTrashDialog } from './move-to-trash-dialog.tsx';
import { NewFolderModal, type ParentFolder } from './new-folder-modal.tsx';
import { MoveToTrashContext, NewFolderContext, type MoveToTrash, type NewFolder } from './use-organise.ts';
import type { TrashedItem } from './queries.ts';

/** What stands open: one dialog at a time. */
type Open =
  | { dialog: 'new folder'; parent: ParentFolder }
  | { dialog: 'trash'; items: readonly TrashedItem[] }
  | null;

/** The dialogs that change what is in a folder, for everything below it. */
export function OrganiseProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null);
  const newFolder = useMemo<NewFolder>(
    () => ({ open: (parent) => setOpen({ dialog: 'new folder', parent }) }),
    [],
  );
  const moveToTrash = useMemo<MoveToTrash>(
    () => ({ confirm: (items) => setOpen(items.length === 0 ? null : { dialog: 'trash', items }) }),
    [],
  );
  const close = () => setOpen(null);
  return (
    <NewFolderContext value={newFolder}>
      <MoveToTrashContext value={moveToTrash}>
        {children}
        <NewFolderModal parent={open?.dialog === 'new folder' ? open.parent : null} onClose={close} />
        <MoveToTrashDialog items={open?.dialog === 'trash' ? open.items : []} onClose={close} />
      </MoveToTrashContext>
    </NewFolderContext>
  );
}
