import { useMemo } from 'react';
import { namedItems } from '../kit/index.ts';
import { outageOf } from '../api/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import type { Folder } from '../tree/index.ts';
import type { ClipboardStore } from './clipboard.ts';
import type { DragStore } from './dragging.ts';
import { duplicateQuestion, relocateQuestion, type MergeQuestion } from './merge-question.ts';
import type { OpenDialog } from './open-dialog.ts';
import { isInFolder, namesProblem, shortName, targetProblem, type OrganisedItem } from './target.ts';
import { clipboardTexts } from './texts.ts';
import type { Changes, RelocateInput } from './use-changes.ts';
import type { Organise } from './use-organise.ts';

interface OrganiseActionsInput {
  changes: Changes;
  clipboard: ClipboardStore;
  drag: DragStore;
  onOpen: (dialog: OpenDialog) => void;
  onMerge: (question: MergeQuestion) => void;
}

/** The actions of the commands. Each opens a dialog, or makes a change without a dialog. */
export function useOrganiseActions({ changes, clipboard, drag, onOpen, onMerge }: OrganiseActionsInput) {
  const { recordId } = useVault();
  const toast = useToast();
  return useMemo(() => {
    /** Copies or moves without a modal. @returns false after an outage, when the person may try again */
    const relocateNow = async (input: RelocateInput): Promise<boolean> => {
      const problem = namesProblem(input.items, changes.characters);
      if (problem !== null) {
        toast.warning(problem);
        return true;
      }
      try {
        const outcome = await changes.relocate(input, { merging: false });
        if (outcome === 'merge') onMerge(relocateQuestion(recordId, input, changes));
      } catch (error) {
        toast.error(error);
        return outageOf(error) === null;
      }
      return true;
    };
    const duplicateNow = async (item: OrganisedItem): Promise<boolean> => {
      const problem = namesProblem([item], changes.characters);
      if (problem !== null) {
        toast.warning(problem);
        return false;
      }
      try {
        const outcome = await changes.duplicate(item, { merging: false });
        // T-15, COPYMOVE-22: when names conflict, the person must confirm the merge.
        if (outcome === 'merge') onMerge(duplicateQuestion(recordId, item, changes));
        return outcome === 'done';
      } catch (error) {
        toast.error(error);
        return false;
      }
    };
    const paste = async (folder: Folder): Promise<boolean> => {
      const kept = clipboard.getState();
      const index = changes.folders();
      if (kept === null || index === undefined) return false;
      const { action, items } = kept;
      const problem = targetProblem(action, items, { target: folder, index });
      const [only, ...more] = items;
      // Pasting one copied file into the folder that contains it creates a duplicate.
      const isDuplicate = action === 'copy' && isInFolder(items, folder) && only?.fileType !== 'folder';
      if (isDuplicate && only !== undefined && more.length === 0) return duplicateNow(only);
      if (problem !== null) {
        toast.warning(problem);
        return false;
      }
      // Cut items can be pasted only one time, so the clipboard is emptied, even when a merge still needs a
      // confirmation.
      if (action === 'move') clipboard.setState(null, true);
      const isOver = await relocateNow({ action, items, target: folder, follows: false });
      if (!isOver && clipboard.getState() === null) clipboard.setState(kept, true);
      return false;
    };
    const clip: Organise['clip'] = (action, items) => {
      clipboard.setState({ action, items }, true);
      toast.info(clipboardTexts.clipped[action](shortName(namedItems(items))));
    };
    const organise: Organise = {
      createIn: (parent) => onOpen({ dialog: 'new folder', parent }),
      rename: (item) => onOpen({ dialog: 'rename', item }),
      relocate: (action, items) => onOpen({ dialog: 'relocate', request: { action, items } }),
      relocateInto: (action, items, target) => void relocateNow({ action, items, target, follows: false }),
      duplicate: duplicateNow,
      trash: (items) => onOpen({ dialog: 'trash', items }),
      trashNow: changes.trash,
      clip,
      pasteInto: paste,
      undoLast: changes.undoLast,
    };
    return { organise, clipboard, drag };
  }, [changes, clipboard, drag, onOpen, onMerge, recordId, toast]);
}
