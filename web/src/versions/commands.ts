import { HistoryOutlined } from '@ant-design/icons';
import { isOneFile, type Command } from '../commands/index.ts';
import type { ShowVersions } from './use-versions.ts';

export const versionsCommands: readonly Command<ShowVersions>[] = [
  {
    id: 'versions',
    label: 'Versions & History',
    icon: HistoryOutlined,
    isVisible: isOneFile,
    isDisabled: () => false,
    perform: ({ items: [item] }, versions) => item && versions.open(item),
  },
];
