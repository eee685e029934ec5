import { CloseOutlined } from '@ant-design/icons';
import { leaveSearch, useChangeVaultSearch } from '../shell/index.ts';
import { Tip } from '../kit/index.ts';
import styles from './search.module.css';

/** BREADCRUMB-04, BREADCRUMB-05: in place of the path; a click leads back to the normal list. */
export function SearchResultsBar() {
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
    </nav>
  );
}
