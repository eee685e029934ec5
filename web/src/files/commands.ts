import { ReloadOutlined } from '@ant-design/icons';
import type { FileCommand } from '../commands/index.ts';
import { filesCommandTexts } from './texts.ts';

export interface ListTools {
  /** reloads list and tree, and keeps page, order and search (FILES-19) */
  reload: () => void;
}

export const listCommands: readonly FileCommand<ListTools>[] = [
  {
    id: 'refresh',
    label: filesCommandTexts.refresh,
    icon: ReloadOutlined,
    isVisible: () => true,
    perform: ({ clearSelection }, { reload }) => {
      clearSelection();
      reload();
    },
  },
];
