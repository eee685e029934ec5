import { AuditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { type ActivityEntry, LINKS_TABLE_HEIGHT } from '@vault/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useList } from '../../api/index.ts';
import { formatDateTime, ListFrame, ListTab, NothingHere, PlainTable } from '../../kit/index.ts';
import { useChangeVaultSearch } from '../../shared/index.ts';
import { useListFilter, useListParams } from '../../shared/list/index.ts';
import { AccessModal } from './access-modal.tsx';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { activityParamsOf, FILTER_FORMAT } from './activity-filter.ts';
import { activityColumns } from './columns.tsx';
import { CursorPager } from './cursor-pager.tsx';
import { EntryModal } from './entry-modal.tsx';
import type { AccessedObject } from './entry-sections.ts';
import { ExportModal } from './export-modal.tsx';
import { activityQuery } from './queries.ts';
import { activityTexts } from './texts.ts';
import styles from './activity.module.css';

const idOf = ({ id }: ActivityEntry) => String(id);

/** AUDIT-05: the audit of the vault, for people with the right `audit`. */
export function ActivitySection() {
  const params = useListParams(activityParamsOf);
  const list = useList(useQuery(activityQuery(params)));
  const change = useChangeVaultSearch();
  const { setFilter } = useListFilter(FILTER_FORMAT, { run: () => void list.refetch(), pages: 'every' });
  const [shown, setShown] = useState<ActivityEntry | null>(null);
  const [accessed, setAccessed] = useState<AccessedObject | null>(null);
  const [exports, setExports] = useState(false);
  const columns = useMemo(() => activityColumns(setShown), []);
  const { entries = [], next = null, previous = null, searchedTo = null } = list.data ?? {};
  const searched = searchedTo === null ? null : activityTexts.searchedTo(formatDateTime(searchedTo));
  const hint = params.before === null ? activityTexts.continueOlder : activityTexts.continueNewer;
  return (
    <ListTab label={activityTexts.title}>
      <ActivityFilterBar filter={params.filter} onFilter={setFilter} />
      <div className={styles['head']}>
        <h3 className={styles['heading']}>{activityTexts.title}</h3>
        <Button onClick={() => setExports(true)}>{activityTexts.export}</Button>
      </div>
      <ListFrame>
        <PlainTable
          label={activityTexts.list}
          columns={columns}
          rows={entries}
          rowId={idOf}
          resetKey={JSON.stringify(params)}
          bodyHeight={LINKS_TABLE_HEIGHT}
          empty={
            <NothingHere
              list={{ ...list, isError: list.isError && list.data === undefined }}
              icon={<AuditOutlined />}
              title={searched === null ? activityTexts.empty : activityTexts.emptySoFar}
              hint={searched === null ? activityTexts.emptyHint : hint}
            />
          }
        />
        <CursorPager
          next={next}
          previous={previous}
          isNewest={params.after === null && params.before === null}
          size={params.size}
          note={searched}
          onOpen={({ after, before }) => change({ after, before })}
          onSize={(size) => change({ size, after: undefined, before: undefined })}
        />
      </ListFrame>
      <EntryModal
        entry={shown}
        onClose={() => setShown(null)}
        onOnly={(only) => {
          setShown(null);
          setFilter({ ...params.filter, ...only });
        }}
        onAccesses={(object) => {
          setShown(null);
          setAccessed(object);
        }}
      />
      <AccessModal object={accessed} onClose={() => setAccessed(null)} />
      <ExportModal filter={params.filter} open={exports} onClose={() => setExports(false)} />
    </ListTab>
  );
}
