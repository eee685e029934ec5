import { Select } from '../../kit/index.ts';
import { useChangeVaultSearch } from '../../shared/index.ts';
import { headerTexts } from '../texts.ts';
import styles from './frame.module.css';

interface RecordSwitcherProps {
  records: readonly { sfid: string; name: string }[];
  recordId: string | null;
}

/** From this many records on the list can be searched. */
const SEARCHABLE = 8;

/** For people with several records: selects the client's record. With one record there is no choice. */
export function RecordSwitcher({ records, recordId }: RecordSwitcherProps) {
  const change = useChangeVaultSearch();
  const [own] = records;
  if (own === undefined || records.length < 2) {
    return own === undefined ? null : <span className={styles['recordName']}>{own.name}</span>;
  }
  const open = (id: string) =>
    change({
      // Also for the own record: an address without a record opens the client's when the own vault is empty (USE-48).
      record: id,
      folder: undefined,
      page: 1,
      sort: undefined,
    });
  return (
    <Select
      className={styles['records']}
      variant="filled"
      aria-label={headerTexts.record}
      value={recordId}
      placeholder={headerTexts.chooseRecord}
      options={records.map(({ sfid, name }) => ({ value: sfid, label: name }))}
      onChange={open}
      popupMatchSelectWidth={false}
      showSearch={records.length >= SEARCHABLE && { optionFilterProp: 'label' }}
    />
  );
}
