import { ShareAltOutlined } from '@ant-design/icons';
import type { Abilities } from '@vault/contract';
import {
  isNotAboutFolder,
  type CommandChoice,
  type FileCommand,
  type FileContext,
} from '../commands/index.ts';
import { shareChoices, type SharedItem, type ShareSubject } from './subject.ts';
import { sharingCommandTexts } from './texts.ts';
import type { Sharing } from './use-sharing.ts';

/** Returns the open folder as an item to share; [] for the root (FILES-12). */
function openFolder({ folder }: FileContext): SharedItem[] {
  if (folder === null || folder.isRoot) return [];
  return [{ name: folder.name, fileType: 'folder', externalId: null, folderPath: folder.path }];
}

const choicesFor = (items: readonly SharedItem[], abilities: Abilities): CommandChoice[] =>
  shareChoices(items, abilities).map(({ kind, label, hint, isDisabled = false }) => ({
    id: kind,
    label,
    description: hint ?? undefined,
    isDisabled,
  }));

/** D-09: returns the parent folder of the items; the path of a folder ends with the folder itself, which is removed. */
function parentPath(items: readonly SharedItem[]): string {
  const [first] = items;
  if (first === undefined) return '';
  return first.fileType === 'folder' ? first.folderPath.split('/').slice(0, -1).join('/') : first.folderPath;
}

function open(sharing: Sharing, items: readonly SharedItem[], choiceId: string | undefined) {
  const kind: ShareSubject['kind'] = choiceId === 'request' ? 'request' : 'share';
  sharing.open({ kind, items, folderPath: parentPath(items) });
}

/** The commands that open the share or request modal (PERM-15, FILES-10 … FILES-13, FILES-34, MENU-07). */
export const sharingCommands: readonly FileCommand<Sharing>[] = [
  {
    id: 'share-folder',
    label: sharingCommandTexts.share,
    icon: ShareAltOutlined,
    isVisible: ({ abilities }) => abilities.share,
    isDisabled: isNotAboutFolder,
    choices: (context) => choicesFor(openFolder(context), context.abilities),
    perform: (context, sharing, choiceId) => open(sharing, openFolder(context), choiceId),
  },
  {
    id: 'share',
    label: sharingCommandTexts.share,
    icon: ShareAltOutlined,
    isVisible: ({ abilities, items }) => abilities.share && shareChoices(items, abilities).length > 0,
    choices: ({ items, abilities }) => choicesFor(items, abilities),
    perform: ({ items }, sharing, choiceId) => open(sharing, items, choiceId),
  },
];
