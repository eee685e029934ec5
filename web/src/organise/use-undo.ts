import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useToast } from '../shared/index.ts';
import { loadTree, treeQuery } from '../tree/index.ts';
import type { OrganiseCalls } from './calls.ts';
import { undoTexts } from './texts.ts';
import { undo, type Change } from './undo.ts';
import { CHANGE_MESSAGES, undoProblem } from './undo-text.ts';
import type { Reload } from './use-reload.ts';

interface UndoInput {
  recordId: string;
  calls: OrganiseCalls;
  reload: Reload;
}

export interface UndoActions {
  /**
   * Reports a change in a toast with Undo.
   * @param goBack called after a complete undo
   */
  notify: (change: Change, goBack?: () => void) => void;
  /** Undoes the change whose toast is shown, if there is one. */
  undoLast: () => void;
}

/** Reports changes in toasts with Undo. While its toast is shown, the last change can also be undone by a key. */
export function useUndo({ recordId, calls, reload }: UndoInput): UndoActions {
  const queryClient = useQueryClient();
  const toast = useToast();
  const offered = useRef<(() => void) | null>(null);
  return useMemo(() => {
    // The tree is loaded directly, because a query waits during an outage. An undo must fail then, and not run later
    // without the person.
    const folders = async () => {
      const tree = await loadTree(recordId);
      queryClient.setQueryData(treeQuery(recordId).queryKey, tree);
      return tree;
    };
    const takeBack = async (change: Change, goBack?: () => void) => {
      try {
        const undone = await undo(change, { calls, folders });
        const problem = undoProblem(undone);
        if (undone.change !== null) notify(undone.change);
        if (problem === null) goBack?.();
        else toast.warning(problem);
      } catch (error) {
        toast.error(error);
      }
      reload({ tree: true });
    };
    const notify = (change: Change, goBack?: () => void) => {
      const perform = () => {
        // Both the button and the key can be used while the toast closes.
        if (offered.current !== perform) return;
        offered.current = null;
        void takeBack(change, goBack);
      };
      const onGone = () => {
        if (offered.current === perform) offered.current = null;
      };
      toast.success(CHANGE_MESSAGES[change.kind], { label: undoTexts.undo, perform, onGone });
      offered.current = perform;
    };
    return { notify, undoLast: () => offered.current?.() };
  }, [queryClient, toast, recordId, calls, reload]);
}
