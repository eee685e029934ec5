import type { LinkStatusFilter } from '@vault/contract';
import { Button, Select } from 'antd';
import { useId } from 'react';
import { STATUS_OPTIONS } from './status.ts';
import styles from './links.module.css';

interface FilterBarProps {
  status: LinkStatusFilter;
  onStatus: (status: LinkStatusFilter) => void;
  onReload: () => void;
}

/** LINKS-01 … LINKS-03. A changed status reloads by itself, so Reset reloads only where it changes nothing (T-24). */
export function FilterBar({ status, onStatus, onReload }: FilterBarProps) {
  const id = useId();
  return (
    <search className={styles['filters']} aria-label="Filter of the links">
      <label htmlFor={id}>Status</label>
      <Select
        id={id}
        className={styles['status'] ?? ''}
        value={status}
        options={[...STATUS_OPTIONS]}
        onChange={onStatus}
      />
      <Button onClick={() => (status === 'Any' ? onReload() : onStatus('Any'))}>Reset</Button>
      <Button type="primary" onClick={onReload}>
        Search
      </Button>
    </search>
  );
}
