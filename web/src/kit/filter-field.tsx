import { useId, type ReactNode } from 'react';
import styles from './filter-bar.module.css';

interface FilterFieldProps {
  label: string;
  /** the value itself says what it is, such as 'Any record': where the window is narrow, the label is not shown */
  isEvident?: boolean;
  /** @param id the id for the control, so that the label belongs to it */
  children: (id: string) => ReactNode;
}

/** One filter of a filter bar: a label and its control. */
export function FilterField({ label, isEvident = false, children }: FilterFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']} data-evident={isEvident}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
