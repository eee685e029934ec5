import type { SharedLink } from '@vault/contract';
import type { BoundCommand } from '../commands/index.ts';
import {
  FileIcon,
  FolderIcon,
  formatDateTime,
  MiddleTruncated,
  Person,
  Tip,
  type Column,
} from '../kit/index.ts';
import { LinkActions } from './link-actions.tsx';
import { RecipientsCell } from './recipients-cell.tsx';
import { typeLabel } from './link-filter.ts';
import { StatusCell } from './status-tag.tsx';
import type { LinkContext } from './commands.ts';
import type { LinkRights } from './use-link-rights.ts';
import { linkColumnTexts } from './texts.ts';
import styles from './links.module.css';

interface LinkColumnsInput {
  commands: readonly BoundCommand<LinkContext>[];
  rights: LinkRights;
}

const date = (iso: string | null) => <span className="tabular">{formatDateTime(iso)}</span>;

/**
 * LINKS-06 … LINKS-19, USE-44: the columns in order; the keys of sortable columns are the sort fields. A window of
 * 1,366 px has room for all of them.
 */
export function linkColumns({ commands, rights }: LinkColumnsInput): Column<SharedLink>[] {
  return [
    { key: 'fileName', title: linkColumnTexts.fileName, width: 176, sortable: true, cell: nameCell },
    {
      key: 'createTime',
      title: linkColumnTexts.createTime,
      width: 200,
      sortable: true,
      cell: ({ createTime }) => date(createTime),
    },
    {
      key: 'link-last-accessed',
      title: linkColumnTexts.lastAccessed,
      width: 200,
      cell: ({ lastAccessedTime }) => date(lastAccessedTime),
    },
    {
      key: 'link-created-by',
      title: linkColumnTexts.createdBy,
      width: 144,
      cell: ({ createBy }) => <Person name={createBy ?? ''} />,
    },
    {
      key: 'link-recipients',
      title: linkColumnTexts.recipients,
      width: 156,
      cell: ({ receiveByEmail }) => <RecipientsCell receiveByEmail={receiveByEmail} />,
    },
    {
      key: 'link-status',
      title: linkColumnTexts.status,
      width: 148,
      cell: (link) => <StatusCell link={link} />,
    },
    {
      key: 'accessTimes',
      title: linkColumnTexts.views,
      width: 80,
      sortable: true,
      numeric: true,
      cell: ({ accessTimes }) => accessTimes,
    },
    {
      key: 'link-type',
      title: linkColumnTexts.type,
      width: 84,
      cell: ({ linkType }) => typeLabel(linkType),
    },
    {
      key: 'link-action',
      title: linkColumnTexts.action,
      width: 140,
      isPinned: true,
      cell: (link) => <LinkActions context={{ link, ...rights }} commands={commands} />,
    },
  ];
}

/** LINKS-07, LINKS-08: every name has a tooltip, even when it is not truncated. */
function nameCell({ fileName, isFile }: SharedLink) {
  return (
    <Tip text={fileName}>
      <span className={styles['name']}>
        {isFile ? <FileIcon name={fileName} /> : <FolderIcon />}
        <MiddleTruncated text={fileName} />
      </span>
    </Tip>
  );
}
