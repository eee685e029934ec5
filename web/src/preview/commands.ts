import { EyeOutlined, FormOutlined } from '@ant-design/icons';
import { isOneFile, type FileCommand } from '../commands/index.ts';
import { isEditable } from './opening.ts';
import { previewCommandTexts } from './texts.ts';
import type { Preview } from './use-preview.ts';

export const previewCommands: readonly FileCommand<Preview>[] = [
  {
    id: 'preview',
    label: previewCommandTexts.preview,
    icon: EyeOutlined,
    keys: ['Space'],
    // FILES-44: a click on the name of a file opens the preview.
    opens: true,
    isVisible: isOneFile,
    perform: ({ items: [file], listed }, preview) => file && preview.open(file, listed),
  },
  {
    id: 'edit',
    label: previewCommandTexts.edit,
    icon: FormOutlined,
    isVisible: ({ items, abilities }) => {
      const [file] = items;
      return file !== undefined && isOneFile({ items }) && isEditable(file, abilities);
    },
    perform: ({ items: [file] }, preview) => file && preview.edit(file),
  },
];
