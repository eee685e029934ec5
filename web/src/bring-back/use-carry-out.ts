import { useQueryClient } from '@tanstack/react-query';
import { hasErrorCode, keys, useSingleMutation } from '../api/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import { shownPath } from '../tree/index.ts';
import { type BroughtBack, carryOut, undo, type Wanted } from './queries.ts';
import { doneTexts } from './texts.ts';

interface CarryOutInput {
  onDone: () => void;
  /** called when the plan is no longer true */
  onChanged: () => void;
}

/** Carries a plan out, reports it in a toast with Undo, and reloads what it changed. */
export function useCarryOut({ onDone, onChanged }: CarryOutInput) {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  const toast = useToast();
  const reload = () => {
    for (const keyOf of [keys.list, keys.tree, keys.trash, keys.links]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(recordId) });
    }
  };
  const takeBack = async (brought: BroughtBack) => {
    try {
      await undo(recordId, brought);
      toast.success(doneTexts.undone);
    } catch (error) {
      toast.error(error);
    }
    reload();
  };
  return useSingleMutation({
    mutationFn: ({ wanted, planId }: { wanted: Wanted; planId: string }) =>
      carryOut(recordId, wanted, planId),
    onSuccess: (brought, { wanted }) => {
      onDone();
      const text = wanted.mode === 'beside' ? doneTexts.doneIn(shownPath(brought.target)) : doneTexts.done;
      toast.success(text, {
        label: doneTexts.undo,
        perform: () => void takeBack(brought),
        onGone: () => undefined,
      });
    },
    onError: (error) => {
      toast.error(error);
      if (hasErrorCode(error, 'PLAN_CHANGED')) onChanged();
    },
    // A call that failed can have done a part.
    onSettled: reload,
  });
}
