import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import type { TrashItem } from '@vault/contract';
import type { Command } from '../commands/index.ts';
import { DELETE, RESTORE, type TrashAction } from './actions.ts';
import { trashCommandTexts } from './texts.ts';

export interface TrashContext {
  /** the selected rows */
  items: readonly TrashItem[];
}

export interface TrashTools {
  /** Asks for confirmation, then runs the action. */
  confirm: (action: TrashAction, items: readonly TrashItem[]) => void;
}

const hasItems = ({ items }: TrashContext) => items.length > 0;

/**
 * TRASH-13: the commands of the selection bar (USE-45) and of the menu, in this order. They act on the selected rows
 * (TRASH-18).
 */
export const trashCommands: readonly Command<TrashContext, TrashTools>[] = [
  {
    id: 'restore',
    label: trashCommandTexts.restore,
    icon: RollbackOutlined,
    isVisible: hasItems,
    perform: ({ items }, { confirm }) => confirm(RESTORE, items),
  },
  {
    id: 'delete',
    label: trashCommandTexts.delete,
    icon: DeleteOutlined,
    keys: ['Delete', 'Shift+Delete'],
    isDanger: true,
    isVisible: hasItems,
    perform: ({ items }, { confirm }) => confirm(DELETE, items),
  },
];
