import { Button } from 'antd';
import type { ReactNode } from 'react';
import { filterBarTexts } from './list-texts.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  /** name of the bar for screen readers */
  label: string;
  /** the fields of the filters */
  children: ReactNode;
  onReset: () => void;
  /** called by the button Search, and by Enter in a field */
  onSearch: () => void;
}

/** The filters above a list with their two buttons, Reset and Search. */
export function FilterBar({ label, children, onReset, onSearch }: FilterBarProps) {
  return (
    <search aria-label={label}>
      <form
        className={styles['bar']}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch();
        }}
      >
        <div className={styles['fields']}>{children}</div>
        <div className={styles['buttons']}>
          <Button onClick={onReset}>{filterBarTexts.reset}</Button>
          <Button type="primary" htmlType="submit">
            {filterBarTexts.search}
          </Button>
        </div>
      </form>
    </search>
  );
}
