import { useState, type ReactNode } from 'react';
import { createClipboard } from './clipboard.ts';
import { DragFollower } from './drag-follower.tsx';
import { createDragStore } from './dragging.ts';
import { MergeDialog } from './merge-dialog.tsx';
import type { MergeQuestion } from './merge-question.ts';
import { MoveToTrashDialog } from './move-to-trash-dialog.tsx';
import { NewFolderModal } from './new-folder-modal.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { RelocateModal } from './relocate-modal.tsx';
import { RenameModal } from './rename-modal.tsx';
import { useChanges } from './use-changes.ts';
import { useOrganiseActions } from './use-organise-actions.ts';
import { OrganiseContext } from './use-organise.ts';

/** Provides to everything below it the actions that change a record, with their dialogs, clipboard and drag state. */
export function OrganiseProvider({ children }: { children: ReactNode }) {
  const changes = useChanges();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [question, setQuestion] = useState<MergeQuestion | null>(null);
  const [clipboard] = useState(createClipboard);
  const [drag] = useState(createDragStore);
  const parts = useOrganiseActions({ changes, clipboard, drag, onOpen: setOpen, onMerge: setQuestion });
  const close = () => setOpen(null);
  const modal = { changes, onClose: close, onMerge: setQuestion };
  return (
    <OrganiseContext value={parts}>
      {children}
      <NewFolderModal parent={open?.dialog === 'new folder' ? open.parent : null} {...modal} />
      <RenameModal item={open?.dialog === 'rename' ? open.item : null} {...modal} />
      <RelocateModal request={open?.dialog === 'relocate' ? open.request : null} {...modal} />
      <MoveToTrashDialog items={open?.dialog === 'trash' ? open.items : null} {...modal} />
      <MergeDialog
        question={question}
        onCancel={() => setQuestion(null)}
        onMerged={() => {
          setQuestion(null);
          close();
        }}
      />
      <DragFollower />
    </OrganiseContext>
  );
}
