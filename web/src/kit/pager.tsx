import { PAGE_SIZES, totalItems } from '@vault/contract';
import { Pagination } from 'antd';
import { listTexts } from './list-texts.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** number of the page, counted from 1 */
  page: number;
  size: number;
  total: number;
  /** formats the total; 'Total N item(s)' when absent */
  totalText?: (total: number) => string;
  onChange: (page: number, size: number) => void;
}

/** The pager below a list: pages, page sizes, quick jumper and 'Total N item(s)' (FILES-30, FILES-31, FILES-32). */
export function Pager({ page, size, total, totalText = totalItems, onChange }: PagerProps) {
  return (
    <Pagination
      className={styles['pager']}
      current={page}
      pageSize={size}
      total={total}
      showTotal={totalText}
      showQuickJumper
      showSizeChanger={{ 'aria-label': listTexts.itemsPerPage }}
      pageSizeOptions={[...PAGE_SIZES]}
      onChange={(nextPage, nextSize) => onChange(nextSize === size ? nextPage : 1, nextSize)}
    />
  );
}
