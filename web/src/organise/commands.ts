import {
  CopyOutlined,
  DeleteOutlined,
  DiffOutlined,
  EditOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  ScissorOutlined,
  SnippetsOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { hasItems, isOneFile, isOneItem, type Command } from '../commands/index.ts';
import type { Organise } from './use-organise.ts';

/** The dependencies of the commands. */
export interface OrganiseTools extends Organise {
  /** USE-21: otherwise the next action on the copy would include its source */
  clearSelection: () => void;
}

/** Clears the selection when a duplicate was created. */
async function thenClear(isDuplicated: Promise<boolean>, { clearSelection }: OrganiseTools): Promise<void> {
  if (await isDuplicated) clearSelection();
}

const never = () => false;

/** PERM-16: Move, Rename and Delete need edit permission; Copy is always offered (MENU-11). */
export const organiseCommands: readonly Command<OrganiseTools>[] = [
  {
    id: 'create',
    label: 'Create',
    icon: FolderAddOutlined,
    isVisible: ({ abilities }) => abilities.create,
    isDisabled: ({ folder }) => folder === null,
    perform: ({ folder }, organise) => folder && organise.createIn({ sfid: folder.id, path: folder.path }),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    icon: DiffOutlined,
    isVisible: isOneFile,
    isDisabled: never,
    perform: ({ items: [item] }, organise) => item && void thenClear(organise.duplicate(item), organise),
  },
  {
    id: 'copy',
    label: 'Copy',
    icon: CopyOutlined,
    isVisible: hasItems,
    isDisabled: never,
    perform: ({ items }, organise) => organise.relocate('copy', items),
  },
  {
    id: 'move',
    label: 'Move',
    icon: FolderOpenOutlined,
    isVisible: ({ abilities, items }) => abilities.edit && hasItems({ items }),
    isDisabled: never,
    perform: ({ items }, organise) => organise.relocate('move', items),
  },
  {
    id: 'rename',
    label: 'Rename',
    icon: EditOutlined,
    keys: ['F2'],
    isVisible: ({ abilities, items }) => abilities.edit && isOneItem({ items }),
    isDisabled: never,
    perform: ({ items: [item] }, organise) => item && organise.rename(item),
  },
  {
    id: 'delete',
    label: 'Delete',
    icon: DeleteOutlined,
    keys: ['Delete'],
    isDanger: true,
    isVisible: ({ abilities, items }) => abilities.edit && hasItems({ items }),
    isDisabled: never,
    perform: ({ items }, organise) => organise.trash(items),
  },
  {
    id: 'clip-copy',
    label: 'Copy to paste',
    icon: CopyOutlined,
    keys: ['Mod+C'],
    isVisible: hasItems,
    isDisabled: never,
    perform: ({ items }, organise) => organise.clip('copy', items),
  },
  {
    id: 'clip-cut',
    label: 'Cut',
    icon: ScissorOutlined,
    keys: ['Mod+X'],
    isVisible: ({ abilities, items }) => abilities.edit && hasItems({ items }),
    isDisabled: never,
    perform: ({ items }, organise) => organise.clip('move', items),
  },
  {
    id: 'paste',
    label: 'Paste',
    icon: SnippetsOutlined,
    keys: ['Mod+V'],
    isVisible: () => true,
    isDisabled: ({ folder }) => folder === null,
    perform: ({ folder }, organise) => folder && void thenClear(organise.pasteInto(folder), organise),
  },
  {
    id: 'undo',
    label: 'Undo',
    icon: UndoOutlined,
    keys: ['Mod+Z'],
    isVisible: () => true,
    isDisabled: never,
    perform: (_, organise) => organise.undoLast(),
  },
];
