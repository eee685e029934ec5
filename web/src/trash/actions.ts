import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { contract, Messages, type RestoredItem } from '@vault/contract';
import { call } from '../api/index.ts';
import type { MenuItem } from '../kit/index.ts';

/** An action on the selected rows (TRASH-13). */
export interface TrashAction extends MenuItem {
  id: 'restore' | 'delete';
  /** title and question of the confirmation (TRASH-15 … TRASH-17) */
  title: string;
  question: string;
  /** @returns the restored items and their folders; [] after a deletion */
  perform: (ids: string[]) => Promise<readonly RestoredItem[]>;
  /** the message afterwards */
  done: string;
}

export const TRASH_ACTIONS: readonly TrashAction[] = [
  {
    id: 'restore',
    label: 'Restore',
    icon: RollbackOutlined,
    title: 'Confirm Restoration',
    question: Messages.confirmRestore,
    perform: async (ids) => {
      const restored = await call(contract.trash.restore, { query: { places: 'true' }, body: ids });
      return restored === true ? [] : restored;
    },
    done: Messages.restored,
  },
  {
    id: 'delete',
    label: 'Delete',
    icon: DeleteOutlined,
    keyHint: 'Del',
    isDanger: true,
    title: 'Confirm Deletion',
    question: Messages.confirmDeleteForEver,
    perform: async (ids) => {
      await call(contract.trash.remove, { query: { ids: ids.join(',') } });
      return [];
    },
    done: Messages.deleted,
  },
];

export const actionOf = (id: string): TrashAction | undefined =>
  TRASH_ACTIONS.find((action) => action.id === id);
