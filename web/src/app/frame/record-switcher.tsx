import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from '../../kit/index.ts';
import { useChangeVaultSearch } from '../../shared/index.ts';
import { type RecordName, recordQuery, recordsQuery } from '../../session/index.ts';
import { headerTexts } from '../texts.ts';
import { useRecordChoices } from './use-record-choices.ts';
import styles from './frame.module.css';

interface RecordSwitcherProps {
  /** the open record; null when no record is open */
  record: RecordName | null;
}

/** A list with this many records or more can be searched. */
const SEARCHABLE = 8;

/** Selects the record to open. It is shown only to people with several records. */
export function RecordSwitcher({ record }: RecordSwitcherProps) {
  const { data } = useInfiniteQuery(recordsQuery());
  const [records = []] = data?.pages ?? [];
  const [own] = records;
  if (own === undefined) return null;
  if (records.length < 2) return <span className={styles['recordName']}>{own.name}</span>;
  return <RecordSelect record={record} canSearch={records.length >= SEARCHABLE} />;
}

/** A record as a choice of the list. */
interface Choice {
  value: string;
  label: string;
}

function RecordSelect({ record, canSearch }: RecordSwitcherProps & { canSearch: boolean }) {
  const { records, isSearching, search, loadMore } = useRecordChoices();
  const queryClient = useQueryClient();
  const change = useChangeVaultSearch();
  const open = ({ value: sfid, label: name }: Choice) => {
    // The record is known, so the page does not load it.
    queryClient.setQueryData(recordQuery(sfid).queryKey, () => ({ sfid, name }));
    change({
      // The own record is in the address too, because an address without a record may open a client's record (USE-48).
      record: sfid,
      folder: undefined,
      page: 1,
      sort: undefined,
    });
  };
  return (
    <Select<Choice | null>
      className={styles['records']}
      variant="filled"
      aria-label={headerTexts.record}
      labelInValue
      value={record && { value: record.sfid, label: record.name }}
      placeholder={headerTexts.chooseRecord}
      options={records.map(({ sfid, name }) => ({ value: sfid, label: name }))}
      onChange={(choice) => choice !== null && open(choice)}
      popupMatchSelectWidth={false}
      showSearch={canSearch && { filterOption: false, onSearch: search }}
      notFoundContent={isSearching ? headerTexts.searching : headerTexts.noRecord}
      onPopupScroll={({ currentTarget }) => loadMore(currentTarget)}
    />
  );
}
