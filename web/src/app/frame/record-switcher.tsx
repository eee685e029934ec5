import { Select } from '../../kit/index.ts';
import { useChangeVaultSearch } from '../../shared/index.ts';
import { headerTexts } from '../texts.ts';
import styles from './frame.module.css';

interface RecordSwitcherProps {
  records: readonly { sfid: string; name: string }[];
  recordId: string | null;
}

/** A list with this many records or more can be searched. */
const SEARCHABLE = 8;

/** Selects the record to open. It is shown only to people with several records. */
export function RecordSwitcher({ records, recordId }: RecordSwitcherProps) {
  const change = useChangeVaultSearch();
  const [own] = records;
  if (own === undefined || records.length < 2) {
    return own === undefined ? null : <span className={styles['recordName']}>{own.name}</span>;
  }
  const open = (id: string) =>
    change({
      // The own record is in the address too, because an address without a record may open a client's record (USE-48).
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
