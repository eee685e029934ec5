import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { contract, Messages } from '@vault/contract';
import { call } from '../api/index.ts';
import type { MenuItem } from '../kit/index.ts';

/** What can be done with the selected rows (TRASH-13). */
export interface TrashAct extends MenuItem {
  id: 'restore' | 'delete';
  /** what is asked before (TRASH-15 … TRASH-17) */
  title: string;
  question: string;
  perform: (ids: string[]) => Promise<true>;
  /** what is told afterwards */
  done: string;
}

export const TRASH_ACTS: readonly TrashAct[] = [
  {
    id: 'restore',
    label: 'Restore',
    icon: RollbackOutlined,
    title: 'Confirm Restoration',
    question: Messages.confirmRestore,
    perform: (ids) => call(contract.trash.restore, { body: ids }),
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
    perform: (ids) => call(contract.trash.remove, { query: { ids: ids.join(',') } }),
    done: Messages.deleted,
  },
];

export const actOf = (id: string): TrashAct | undefined => TRASH_ACTS.find((act) => act.id === id);
