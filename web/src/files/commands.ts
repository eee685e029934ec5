import { ReloadOutlined } from '@ant-design/icons';
import type { Command } from '../commands/index.ts';

export interface ListTools {
  /** reloads list and tree; page, order and search stay (FILES-19) */
  reload: () => void;
  /** FILES-47 */
  clearSelection: () => void;
}

export const listCommands: readonly Command<ListTools>[] = [
  {
    id: 'refresh',
    label: 'Refresh',
    icon: ReloadOutlined,
    isVisible: () => true,
    isDisabled: () => false,
    perform: (_, { reload, clearSelection }) => {
      clearSelection();
      reload();
    },
  },
];
