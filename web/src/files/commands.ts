import { AuditOutlined, ReloadOutlined } from '@ant-design/icons';
import { isOneItem, type FileCommand } from '../commands/index.ts';
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

type ExposureCommands = readonly FileCommand<(id: string) => void>[];

/** Inside the page of a portal, which has no administration. */
export const NO_COMMANDS: ExposureCommands = [];

/** AUDIT-09 */
export const exposureCommands: ExposureCommands = [
  {
    id: 'exposure',
    label: filesCommandTexts.exposure,
    icon: AuditOutlined,
    isVisible: (context) => context.abilities.audit && isOneItem(context),
    perform: ({ items: [item] }, open) => item && open(item.sfid),
  },
];
