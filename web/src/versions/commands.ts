import { HistoryOutlined } from '@ant-design/icons';
import { isOneFile, type FileCommand } from '../commands/index.ts';
import { versionsCommandTexts } from './texts.ts';
import type { ShowVersions } from './use-versions.ts';

export const versionsCommands: readonly FileCommand<ShowVersions>[] = [
  {
    id: 'versions',
    label: versionsCommandTexts.versions,
    icon: HistoryOutlined,
    isVisible: isOneFile,
    perform: ({ items: [item] }, versions) => item && versions.open(item),
  },
];
