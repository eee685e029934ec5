import type { Abilities, Item } from '@vault/contract';
import type { Folder } from '../tree/index.ts';

/** What the commands of the toolbar work with. */
export interface ToolbarContext {
  abilities: Abilities;
  /** the folder that is open; null while it is not known */
  folder: Folder | null;
  /** how many rows are selected */
  selectedCount: number;
}

/** What the commands of rows work with: the selected rows, or the one that the pointer or focus is on. */
export interface RowsContext {
  abilities: Abilities;
  items: readonly Item[];
}

/** One thing that a person can do. Toolbar, selection bar, row icons and keys all draw on these lists. */
export interface Command<Id extends string, Context> {
  id: Id;
  label: string;
  /** false: not there at all, for want of permission (FILES-07) */
  isVisible: (context: Context) => boolean;
  isDisabled: (context: Context) => boolean;
}

export type ToolbarCommandId = 'create' | 'upload' | 'download' | 'refresh';

const hasNoFolder = ({ folder }: ToolbarContext) => folder === null;
/** FILES-15, FILES-16: these act on the open folder, so not on the root and not while rows are selected (T-66). */
const isNotForFolder = ({ folder, selectedCount }: ToolbarContext) =>
  folder === null || folder.isRoot || selectedCount > 0;

/** FILES-04: in this order. Share, between Upload and Download, comes with its area. */
export const TOOLBAR_COMMANDS: readonly Command<ToolbarCommandId, ToolbarContext>[] = [
  {
    id: 'create',
    label: 'Create',
    isVisible: ({ abilities }) => abilities.create,
    isDisabled: hasNoFolder,
  },
  {
    id: 'upload',
    label: 'Upload',
    isVisible: ({ abilities }) => abilities.create,
    isDisabled: hasNoFolder,
  },
  {
    id: 'download',
    label: 'Download',
    isVisible: ({ abilities }) => abilities.download,
    isDisabled: isNotForFolder,
  },
  { id: 'refresh', label: 'Refresh', isVisible: () => true, isDisabled: () => false },
];

export type RowsCommandId = 'download' | 'delete';

export interface RowsCommand extends Command<RowsCommandId, RowsContext> {
  /** shown as an icon when the pointer or focus is on a row (FILES-33) */
  onRow: boolean;
  /** the key that does it while a row has the focus */
  key: string | null;
}

const hasNoItems = ({ items }: RowsContext) => items.length === 0;

/** What can be done with rows. The context menu of a later issue is one more drawing of this list. */
export const ROWS_COMMANDS: readonly RowsCommand[] = [
  {
    id: 'download',
    label: 'Download',
    isVisible: ({ abilities }) => abilities.download,
    isDisabled: hasNoItems,
    onRow: true,
    key: null,
  },
  {
    id: 'delete',
    label: 'Delete',
    isVisible: ({ abilities }) => abilities.edit,
    isDisabled: hasNoItems,
    onRow: false,
    key: 'Delete',
  },
];
