import type { LinkStatusFilter } from '@vault/contract';
import { Select } from 'antd';
import { FilterBar, FilterField } from '../kit/index.ts';
import { STATUS_OPTIONS } from './status.ts';
import styles from './links.module.css';

interface LinkFilterBarProps {
  status: LinkStatusFilter;
  onStatus: (status: LinkStatusFilter) => void;
  onReload: () => void;
}

/** LINKS-01 … LINKS-03. A changed status reloads by itself, so Reset reloads only where it changes nothing (T-24). */
export function LinkFilterBar({ status, onStatus, onReload }: LinkFilterBarProps) {
  return (
    <FilterBar
      label="Filter of the links"
      onReset={() => (status === 'Any' ? onReload() : onStatus('Any'))}
      onSearch={onReload}
    >
      <FilterField label="Status">
        {(id) => (
          <Select
            id={id}
            className={styles['status'] ?? ''}
            value={status}
            options={[...STATUS_OPTIONS]}
            onChange={onStatus}
          />
        )}
      </FilterField>
    </FilterBar>
  );
}
