import { EyeOutlined, FormOutlined } from '@ant-design/icons';
import { isOneFile, type Command } from '../commands/index.ts';
import { isEditable } from './opening.ts';
import type { Preview } from './use-preview.ts';

const never = () => false;

export const previewCommands: readonly Command<Preview>[] = [
  {
    id: 'preview',
    label: 'Preview',
    icon: EyeOutlined,
    keys: ['Space'],
    // FILES-44
    opens: true,
    isVisible: isOneFile,
    isDisabled: never,
    perform: ({ items: [file], listed }, preview) => file && preview.open(file, listed ?? [file]),
  },
  {
    id: 'edit',
    label: 'Edit',
    icon: FormOutlined,
    isVisible: ({ items, abilities }) => {
      const [file] = items;
      return file !== undefined && isOneFile({ items }) && isEditable(file, abilities);
    },
    isDisabled: never,
    perform: ({ items: [file] }, preview) => file && preview.edit(file),
  },
];
