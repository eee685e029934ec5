import { CloseOutlined } from '@ant-design/icons';
import { MAX_FOUND } from '@vault/contract';
import { leaveSearch, useChangeVaultSearch } from '../shell/index.ts';
import { Tip } from '../kit/index.ts';
import styles from './search.module.css';

interface SearchResultsBarProps {
  /** how many items are listed on all pages */
  total: number;
}

/** BREADCRUMB-04, BREADCRUMB-05: in place of the path; a click leads back to the normal list. */
export function SearchResultsBar({ total }: SearchResultsBarProps) {
  const change = useChangeVaultSearch();
  return (
    <nav className={styles['bar']} aria-label="Path">
      <Tip text="Back to the folder">
        <button
          type="button"
          className={styles['back']}
          onClick={() => change({ ...leaveSearch, page: 1, sort: undefined })}
        >
          Search results
          <CloseOutlined aria-hidden />
        </button>
      </Tip>
      {total >= MAX_FOUND && (
        <p className={styles['cut']} role="status">
          {MAX_FOUND} of many items are listed. More words, a folder or a time find fewer.
        </p>
      )}
    </nav>
  );
}
