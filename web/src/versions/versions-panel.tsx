import { HistoryOutlined } from '@ant-design/icons';
import { DEFAULT_PAGE_SIZE, formatBytes, Messages, type Item, type Version } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { outageOf, useList } from '../api/index.ts';
import {
  ConfirmDialog,
  DamagedMark,
  formatDateTime,
  NothingHere,
  Pager,
  Person,
  PlainTable,
  useLastNonNull,
  type Column,
} from '../kit/index.ts';
import { useDownload } from '../download/index.ts';
import { usePreview } from '../preview/index.ts';
import { useCopy, useVault } from '../shared/index.ts';
import { lastPage } from '../shared/list/index.ts';
import { versionsQuery } from './queries.ts';
import { ReceiptModal } from './receipt-modal.tsx';
import { versionsPanelTexts } from './texts.ts';
import { useVersionChanges } from './use-version-changes.ts';
import { VersionActions, versionActions } from './version-actions.tsx';
import styles from './versions.module.css';

interface VersionsPanelProps {
  file: Item;
  onChanged: () => void;
  onFileGone: () => void;
}

export const BODY_HEIGHT = 352;

const idOf = ({ versionId }: Version) => versionId;

/** VERSION-03 … VERSION-15: the panel that lists the versions of a file, newest first. */
export function VersionsPanel({ file, onChanged, onFileGone }: VersionsPanelProps) {
  const copy = useCopy();
  const { abilities } = useVault();
  const download = useDownload();
  const preview = usePreview();
  const [wanted, setWanted] = useState({ page: 1, size: DEFAULT_PAGE_SIZE });
  const [receiptOf, setReceiptOf] = useState<Version | null>(null);
  const [toRemove, setToRemove] = useState<Version | null>(null);
  const list = useList(useQuery(versionsQuery(file.sfid, wanted)));
  const total = list.data?.totalElements ?? 0;
  const page = list.data === undefined ? wanted.page : Math.min(wanted.page, lastPage(total, wanted.size));
  // The last page may be empty after its last version is removed.
  if (page !== wanted.page && !list.isPlaceholderData) setWanted({ ...wanted, page });
  const { remove, makeCurrent } = useVersionChanges({ file, onChanged, onFileGone });
  const isBusy = remove.isPending || makeCurrent.isPending;
  const { mutate: promote } = makeCurrent;

  const columns = useMemo(() => {
    const actions = versionActions({
      preview: (version) => preview.openVersion(file, version),
      download: (version) => void download.downloadVersion(file, version),
      copyId: ({ versionId }) => copy(versionId, Messages.versionIdCopied),
      receipt: setReceiptOf,
      makeCurrent: (version) => promote(version),
      remove: setToRemove,
    });
    return columnsOf((version) => (
      <VersionActions version={version} actions={actions} abilities={abilities} isBusy={isBusy} />
    ));
  }, [file, copy, preview, download, promote, abilities, isBusy]);

  const isLast = total <= 1;
  const asked = useLastNonNull(toRemove);
  return (
    <>
      <PlainTable
        label={versionsPanelTexts.list}
        columns={columns}
        rows={list.data?.content ?? []}
        rowId={idOf}
        resetKey={`${page}:${wanted.size}`}
        bodyHeight={BODY_HEIGHT}
        empty={<NothingHere list={list} icon={<HistoryOutlined />} title={versionsPanelTexts.empty} />}
      />
      <Pager
        page={page}
        size={wanted.size}
        total={total}
        onChange={(nextPage, size) => setWanted({ page: nextPage, size })}
      />
      <ReceiptModal file={file} version={receiptOf} onClose={() => setReceiptOf(null)} />
      <ConfirmDialog
        title={versionsPanelTexts.confirmTitle}
        open={toRemove !== null}
        message={isLast ? Messages.confirmTrash : Messages.confirmDeleteVersion}
        detail={
          asked && (isLast ? file.name : versionsPanelTexts.versionOf(formatDateTime(asked.createDate)))
        }
        isBusy={remove.isPending}
        onCancel={() => setToRemove(null)}
        onConfirm={() =>
          toRemove &&
          remove.mutate(
            { version: toRemove, isLast },
            {
              onSettled: (_, error) => {
                // After an outage the dialog stays open, so that the person can try again.
                if (outageOf(error) === null) setToRemove(null);
              },
            },
          )
        }
      />
    </>
  );
}

/**
 * VERSION-03, VERSION-04: returns the columns. Both date columns show the same date, because a version has only one.
 */
function columnsOf(action: Column<Version>['cell']): Column<Version>[] {
  const date = ({ createDate }: Version) => <span className="tabular">{formatDateTime(createDate)}</span>;
  return [
    {
      key: 'version-modified',
      title: versionsPanelTexts.modified,
      width: 264,
      cell: (version) => (
        <span className={styles['lines']}>
          <span className={styles['modified']}>
            {date(version)}
            {version.isCurrent && <span className={styles['badge']}>{versionsPanelTexts.current}</span>}
          </span>
          {version.isDamaged === true && <DamagedMark text={versionsPanelTexts.damaged} />}
        </span>
      ),
    },
    { key: 'version-uploaded', title: versionsPanelTexts.uploaded, width: 212, cell: date },
    {
      key: 'version-by',
      title: versionsPanelTexts.uploadedBy,
      width: 164,
      cell: ({ uploadedBy }) => <Person name={uploadedBy} />,
    },
    {
      key: 'version-size',
      title: versionsPanelTexts.size,
      width: 112,
      numeric: true,
      cell: ({ accloudFileSize }) => formatBytes(accloudFileSize),
    },
    { key: 'version-action', title: versionsPanelTexts.action, width: 200, cell: action },
  ];
}
