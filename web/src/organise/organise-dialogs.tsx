import { MergeDialog } from './merge-dialog.tsx';
import type { MergeQuestion } from './merge-question.ts';
import { MoveToTrashDialog } from './move-to-trash-dialog.tsx';
import { NewFolderModal } from './new-folder-modal.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { RelocateModal } from './relocate-modal.tsx';
import { RenameModal } from './rename-modal.tsx';
import type { Changes } from './use-changes.ts';

interface OrganiseDialogsProps {
  /** null while none is open */
  open: OpenDialog | null;
  /** the question of the dialog 'Merge files?', which can be above another dialog; null while it is closed */
  question: MergeQuestion | null;
  changes: Changes;
  onClose: () => void;
  onMerge: (question: MergeQuestion) => void;
  onMergeCancel: () => void;
  onMerged: () => void;
}

/** The dialogs of the changes to a record. */
export function OrganiseDialogs({ open, question, onMergeCancel, onMerged, ...modal }: OrganiseDialogsProps) {
  return (
    <>
      <NewFolderModal parent={open?.dialog === 'new folder' ? open.parent : null} {...modal} />
      <RenameModal item={open?.dialog === 'rename' ? open.item : null} {...modal} />
      <RelocateModal request={open?.dialog === 'relocate' ? open.request : null} {...modal} />
      <MoveToTrashDialog items={open?.dialog === 'trash' ? open.items : null} {...modal} />
      <MergeDialog question={question} onCancel={onMergeCancel} onMerged={onMerged} />
    </>
  );
}
