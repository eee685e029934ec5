import { CloudDownloadOutlined, DownloadOutlined } from '@ant-design/icons';
import { hasItems, isNotAboutFolder, type FileCommand } from '../commands/index.ts';
import { downloadCommandTexts } from './texts.ts';
import type { Download } from './use-download.ts';

export const downloadCommands: readonly FileCommand<Download>[] = [
  {
    id: 'download-folder',
    label: downloadCommandTexts.download,
    icon: CloudDownloadOutlined,
    isVisible: ({ abilities }) => abilities.download,
    isDisabled: isNotAboutFolder,
    perform: ({ folder }, download) => folder && download.downloadFolder(folder),
  },
  {
    id: 'download',
    label: downloadCommandTexts.download,
    icon: DownloadOutlined,
    isVisible: ({ abilities, items }) => abilities.download && hasItems({ items }),
    perform: ({ items }, download) => download.downloadItems(items),
  },
];
