import { EyeOutlined } from '@ant-design/icons';
import { DEFAULT_PAGE_SIZE, type AccessRecord, type SharedLink } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useList } from '../api/index.ts';
import {
  type Column,
  formatDateTime,
  MiddleTruncated,
  Modal,
  NothingHere,
  Pager,
  PlainTable,
  type Sort,
  useLastNonNull,
} from '../kit/index.ts';
import { viewsQuery } from './queries.ts';
import { linkViewsTexts } from './texts.ts';
import styles from './links.module.css';

interface LinkViewsModalProps {
  /** null while the modal is closed */
  link: SharedLink | null;
  onClose: () => void;
}

const WIDTH = 720;
const BODY_HEIGHT = 352;

/** A modal that lists who used a link, how and when (LINKVIEWS-01 … LINKVIEWS-06). */
export function LinkViewsModal({ link, onClose }: LinkViewsModalProps) {
  const shown = useLastNonNull(link);
  return (
    <Modal
      title={linkViewsTexts.title}
      open={link !== null}
      width={WIDTH}
      destroyOnHidden
      onCancel={onClose}
      footer={null}
    >
      {shown !== null && <LinkViews key={shown.id} linkId={shown.id} />}
    </Modal>
  );
}

const idOf = ({ id }: AccessRecord) => id;

interface LinkViewsProps {
  linkId: string;
  /** lists them by the right `audit` (AUDIT-07) */
  isAudited?: boolean;
}

/** The list of the views of a link, with its pages. */
export function LinkViews({ linkId, isAudited = false }: LinkViewsProps) {
  const [wanted, setWanted] = useState({ page: 1, size: DEFAULT_PAGE_SIZE });
  const [sort, setSort] = useState<Sort | null>(null);
  const list = useList(useQuery(viewsQuery(linkId, { ...wanted, sort }, isAudited)));
  return (
    <>
      <PlainTable
        label={linkViewsTexts.list}
        columns={COLUMNS}
        rows={list.data?.content ?? []}
        rowId={idOf}
        resetKey={JSON.stringify([wanted, sort])}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setWanted({ ...wanted, page: 1 });
        }}
        bodyHeight={BODY_HEIGHT}
        empty={<NothingHere list={list} icon={<EyeOutlined />} title={linkViewsTexts.empty} />}
      />
      <Pager
        {...wanted}
        total={list.data?.totalElements ?? 0}
        onChange={(page, size) => setWanted({ page, size })}
      />
    </>
  );
}

/** LINKVIEWS-02, LINKVIEWS-03: returns P for a viewer of a public link, E for a viewer with an e-mail address. */
export const viewerBadge = (accessor: string): 'P' | 'E' => (accessor === 'Public' ? 'P' : 'E');

/** The viewer, and below it the name that a visitor of a request typed, which is not verified (USE-47). */
function Viewer({ accessor, givenAs }: AccessRecord) {
  return (
    <span className={styles['viewer']}>
      <span className={styles['badge']} aria-hidden>
        {viewerBadge(accessor)}
      </span>
      <span className={styles['action']}>
        <MiddleTruncated text={accessor} />
        {givenAs !== undefined && (
          <span className={styles['fileName']} title={linkViewsTexts.givenAsHint}>
            <span className={styles['givenAs']}>{linkViewsTexts.givenAs} </span>
            <bdi className={styles['stated']}>
              <MiddleTruncated text={givenAs} />
            </bdi>
          </span>
        )}
      </span>
    </span>
  );
}

/** USE-13: the action and its file. For several files it shows the first file and the number of files. */
function ActionOnFiles({ content, fileNames, fileCount = 0 }: AccessRecord) {
  const [first] = fileNames ?? [];
  if (first === undefined) return content;
  const names = fileCount > 1 ? linkViewsTexts.firstAndMore(first, fileCount - 1) : first;
  return (
    <span className={styles['action']} title={fileNames?.join('\n')}>
      {content}
      <span className={styles['fileName']}>
        <MiddleTruncated text={names} />
      </span>
    </span>
  );
}

const COLUMNS: readonly Column<AccessRecord>[] = [
  {
    key: 'accessor',
    title: linkViewsTexts.viewer,
    width: 228,
    sortable: true,
    cell: (view) => <Viewer {...view} />,
  },
  {
    key: 'content',
    title: linkViewsTexts.accessType,
    width: 212,
    sortable: true,
    cell: (view) => <ActionOnFiles {...view} />,
  },
  {
    key: 'createdDate',
    title: linkViewsTexts.date,
    width: 212,
    sortable: true,
    cell: ({ createdDate }) => <span className="tabular">{formatDateTime(createdDate)}</span>,
  },
];
