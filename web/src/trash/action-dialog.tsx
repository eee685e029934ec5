import type { RestoredItem, TrashItem } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { hasErrorCode, keys, useSingleMutation } from '../api/index.ts';
import { ConfirmDialog, namedItems, useLastNonNull } from '../kit/index.ts';
import { leaveTab, useChangeVaultSearch, useToast, useVault } from '../shared/index.ts';
import { shownPath, treeQuery } from '../tree/index.ts';
import type { TrashAction } from './actions.ts';
import { restoredText } from './restored-text.ts';
import { trashActionTexts } from './texts.ts';

/** An action that waits for the confirmation, and its items. */
export interface PendingAction {
  action: TrashAction;
  items: readonly TrashItem[];
}

interface ActionDialogProps {
  /** null while the dialog is closed */
  pending: PendingAction | null;
  onClose: () => void;
  /** called when the rows no longer exist: the action is done, or another user has done it first */
  onDone: () => void;
}

/** TRASH-15 … TRASH-20: asks for confirmation, runs the action, reports the result and reloads changed data. */
export function ActionDialog({ pending, onClose, onDone }: ActionDialogProps) {
  const toast = useToast();
  const reload = useReload();
  const showRestored = useRestoredToast();
  const shown = useLastNonNull(pending);
  const over = () => {
    onClose();
    onDone();
    reload();
  };
  const { mutate, isPending } = useSingleMutation({
    mutationFn: ({ action, items }: PendingAction) => action.perform(items.map(({ id }) => id)),
    onSuccess: (restored, { action, items }) => {
      over();
      if (restored.length === 0) toast.success(action.done);
      else void showRestored(action.done, restored, items);
    },
    onError: (error) => {
      toast.error(error);
      // After any other failure the dialog stays open, so that the person can try again.
      if (hasErrorCode(error, 'NOT_FOUND')) over();
    },
  });
  return (
    <ConfirmDialog
      title={shown?.action.title ?? ''}
      open={pending !== null}
      message={shown?.action.question ?? ''}
      detail={shown === null ? null : namedItems(shown.items)}
      isDanger={shown?.action.isDanger ?? false}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => pending !== null && mutate(pending)}
    />
  );
}

/**
 * USE-45: returns a function that shows a toast about where restored items are, with a button that opens the folder.
 * Restoring recreates missing folders, so the tree is loaded first.
 */
function useRestoredToast() {
  const { recordId, rootFolderId } = useVault();
  const queryClient = useQueryClient();
  const change = useChangeVaultSearch();
  const toast = useToast();
  return async (done: string, restored: readonly RestoredItem[], items: readonly TrashItem[]) => {
    const tree = await queryClient.query({ ...treeQuery(recordId), staleTime: 0 }).catch(() => null);
    const folderOf = (id: string) => tree?.byId.get(id);
    const text = restoredText({
      restored,
      formerName: (id) => items.find((item) => item.id === id)?.name,
      pathOf: (id) => {
        const path = folderOf(id)?.path;
        return path === undefined ? undefined : shownPath(path);
      },
    });
    const folderId = restored[0]?.folderSfid;
    if (text === null || folderId === undefined) return toast.success(done);
    const open = () =>
      change({ ...leaveTab, tab: undefined, folder: folderId === rootFolderId ? undefined : folderId });
    return toast.success(`${done} ${text}`, {
      label: trashActionTexts.goToFolder,
      perform: open,
      onGone: () => undefined,
    });
  };
}

/**
 * Returns a function that reloads the trash, files and tree, which contain restored items, and links, which show
 * whether their target exists.
 */
function useReload() {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  return () => {
    for (const keyOf of [keys.trash, keys.list, keys.tree, keys.links]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(recordId) });
    }
  };
}
