import { EyeOutlined } from '@ant-design/icons';
import { DEFAULT_PAGE_SIZE, timesUsed, type AccessRecord } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useList } from '../api/index.ts';
import {
  formatDateTime,
  NothingHere,
  Pager,
  Person,
  PlainTable,
  type Column,
  type Sort,
} from '../kit/index.ts';
import { lastPage } from '../shared/list/index.ts';
import { historyQuery } from './queries.ts';
import { historyTexts } from './texts.ts';
import { BODY_HEIGHT } from './versions-panel.tsx';
import styles from './versions.module.css';

/** HISTORY-01, HISTORY-04: the columns; their keys are the sort fields. */
const COLUMNS: readonly Column<AccessRecord>[] = [
  {
    key: 'createdDate',
    title: historyTexts.date,
    width: 220,
    sortable: true,
    cell: ({ createdDate }) => <span className="tabular">{formatDateTime(createdDate)}</span>,
  },
  {
    key: 'accessor',
    title: historyTexts.accessor,
    width: 320,
    sortable: true,
    cell: ({ accessor }) => <Person name={accessor} />,
  },
  { key: 'content', title: historyTexts.type, width: 160, sortable: true, cell: ({ content }) => content },
];

const idOf = ({ id }: AccessRecord) => id;

interface HistoryPanelProps {
  fileId: string;
  /** lists them by the right `audit` (AUDIT-07) */
  isAudited?: boolean;
}

/** HISTORY-01 … HISTORY-04: the panel that lists the previews and downloads of a file. */
export function HistoryPanel({ fileId, isAudited = false }: HistoryPanelProps) {
  const [wanted, setWanted] = useState({ page: 1, size: DEFAULT_PAGE_SIZE });
  const [sort, setSort] = useState<Sort | null>(null);
  const list = useList(useQuery(historyQuery(fileId, { ...wanted, sort }, isAudited)));
  const total = list.data?.totalElements ?? 0;
  const page = list.data === undefined ? wanted.page : Math.min(wanted.page, lastPage(total, wanted.size));
  return (
    <>
      <p className={styles['tip']} role="status">
        {list.data === undefined ? '' : timesUsed(total)}
      </p>
      <PlainTable
        label={historyTexts.list}
        columns={COLUMNS}
        rows={list.data?.content ?? []}
        rowId={idOf}
        resetKey={JSON.stringify([wanted, sort])}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setWanted({ ...wanted, page: 1 });
        }}
        bodyHeight={BODY_HEIGHT - 36}
        empty={<NothingHere list={list} icon={<EyeOutlined />} title={historyTexts.empty} />}
      />
      <Pager
        page={page}
        size={wanted.size}
        total={total}
        onChange={(nextPage, size) => setWanted({ page: nextPage, size })}
      />
    </>
  );
}
