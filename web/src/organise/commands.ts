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
import { hasItems, isOneFile, isOneItem, type FileCommand } from '../commands/index.ts';
import { organiseCommandTexts } from './texts.ts';
import type { Organise } from './use-organise.ts';

/**
 * Clears the selection after a duplicate is created. Otherwise the source would stay selected, and the next action
 * would include it (USE-21).
 */
async function clearAfter(isDuplicated: Promise<boolean>, clearSelection: () => void): Promise<void> {
  if (await isDuplicated) clearSelection();
}

/** PERM-16: Move, Rename and Delete need edit permission; Copy needs no permission (MENU-11). */
export const organiseCommands: readonly FileCommand<Organise>[] = [
  {
    id: 'create',
    label: organiseCommandTexts.create,
    icon: FolderAddOutlined,
    isVisible: ({ abilities }) => abilities.create,
    isDisabled: ({ folder }) => folder === null,
    perform: ({ folder }, organise) => folder && organise.createIn({ sfid: folder.id, path: folder.path }),
  },
  {
    id: 'duplicate',
    label: organiseCommandTexts.duplicate,
    icon: DiffOutlined,
    isVisible: isOneFile,
    perform: ({ items: [item], clearSelection }, organise) =>
      item && void clearAfter(organise.duplicate(item), clearSelection),
  },
  {
    id: 'copy',
    label: organiseCommandTexts.copy,
    icon: CopyOutlined,
    isVisible: hasItems,
    perform: ({ items }, organise) => organise.relocate('copy', items),
  },
  {
    id: 'move',
    label: organiseCommandTexts.move,
    icon: FolderOpenOutlined,
    isVisible: ({ abilities, items }) => abilities.edit && hasItems({ items }),
    perform: ({ items }, organise) => organise.relocate('move', items),
  },
  {
    id: 'rename',
    label: organiseCommandTexts.rename,
    icon: EditOutlined,
    keys: ['F2'],
    isVisible: ({ abilities, items }) => abilities.edit && isOneItem({ items }),
    perform: ({ items: [item] }, organise) => item && organise.rename(item),
  },
  {
    id: 'delete',
    label: organiseCommandTexts.delete,
    icon: DeleteOutlined,
    keys: ['Delete'],
    isDanger: true,
    isVisible: ({ abilities, items }) => abilities.edit && hasItems({ items }),
    perform: ({ items }, organise) => organise.trash(items),
  },
  {
    id: 'clip-copy',
    label: organiseCommandTexts.copyToPaste,
    icon: CopyOutlined,
    keys: ['Mod+C'],
    isVisible: hasItems,
    perform: ({ items }, organise) => organise.clip('copy', items),
  },
  {
    id: 'clip-cut',
    label: organiseCommandTexts.cut,
    icon: ScissorOutlined,
    keys: ['Mod+X'],
    isVisible: ({ abilities, items }) => abilities.edit && hasItems({ items }),
    perform: ({ items }, organise) => organise.clip('move', items),
  },
  {
    id: 'paste',
    label: organiseCommandTexts.paste,
    icon: SnippetsOutlined,
    keys: ['Mod+V'],
    isVisible: () => true,
    isDisabled: ({ folder }) => folder === null,
    perform: ({ folder, clearSelection }, organise) =>
      folder && void clearAfter(organise.pasteInto(folder), clearSelection),
  },
  {
    id: 'undo',
    label: organiseCommandTexts.undo,
    icon: UndoOutlined,
    keys: ['Mod+Z'],
    isVisible: () => true,
    perform: (_, organise) => organise.undoLast(),
  },
];
