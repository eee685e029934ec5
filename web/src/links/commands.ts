import {
  AuditOutlined,
  CopyOutlined,
  DeleteOutlined,
  ExportOutlined,
  EyeOutlined,
  FolderOpenOutlined,
} from '@ant-design/icons';
import type { SharedLink } from '@vault/contract';
import type { Command } from '../commands/index.ts';
import { linkCommandTexts } from './texts.ts';

export interface LinkContext {
  link: SharedLink;
  mayDelete: boolean;
  /** the person can see who could open a link (AUDIT-09) */
  mayAudit: boolean;
}

export interface LinkTools {
  showDetails: (link: SharedLink) => void;
  copy: (link: SharedLink) => void;
  open: (link: SharedLink) => void;
  goToFolder: (link: SharedLink) => void;
  openExposure: (link: SharedLink) => void;
  askToDelete: (link: SharedLink) => void;
}

/** For each surface of the Links tab the ids of its commands, in their order. */
export const LINK_SURFACES = {
  /** LINKS-23: the buttons of a row */
  row: ['details'],
  /** LINKS-25: the popover of a row */
  menu: ['copy', 'open', 'go-to-folder', 'exposure', 'delete'],
  /** LINKDETAIL-03: the buttons of the details */
  footer: ['open', 'go-to-folder', 'delete'],
} as const;

const always = () => true;
/** GUARD-12: without the share permission the address is not known. */
const hasAddress = ({ link }: LinkContext) => link.accessUrl !== null;

/** The commands of a link. A deleted link shows no popover and no footer (LINKS-24). */
export const linkCommands: readonly Command<LinkContext, LinkTools>[] = [
  {
    id: 'details',
    label: linkCommandTexts.details,
    icon: EyeOutlined,
    isVisible: always,
    perform: ({ link }, { showDetails }) => showDetails(link),
  },
  {
    id: 'copy',
    label: linkCommandTexts.copy,
    icon: CopyOutlined,
    isVisible: hasAddress,
    perform: ({ link }, { copy }) => copy(link),
  },
  {
    id: 'open',
    label: linkCommandTexts.open,
    icon: ExportOutlined,
    isVisible: hasAddress,
    perform: ({ link }, { open }) => open(link),
  },
  {
    id: 'go-to-folder',
    label: linkCommandTexts.goToFolder,
    icon: FolderOpenOutlined,
    isVisible: always,
    isDisabled: ({ link }) => !link.parentIsExist,
    perform: ({ link }, { goToFolder }) => goToFolder(link),
  },
  {
    id: 'exposure',
    label: linkCommandTexts.exposure,
    icon: AuditOutlined,
    isVisible: ({ mayAudit }) => mayAudit,
    perform: ({ link }, { openExposure }) => openExposure(link),
  },
  {
    id: 'delete',
    label: linkCommandTexts.delete,
    icon: DeleteOutlined,
    isDanger: true,
    isVisible: ({ mayDelete }) => mayDelete,
    perform: ({ link }, { askToDelete }) => askToDelete(link),
  },
];
