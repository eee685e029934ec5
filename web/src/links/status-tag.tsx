import type { LinkStatus } from '@vault/contract';
import { STATUS_COLOURS } from './status.ts';
import styles from './links.module.css';

/** LINKS-15, LINKS-16 */
export function StatusTag({ status }: { status: LinkStatus | null }) {
  if (status === null) return '-';
  return (
    <span className={styles['tag']} data-colour={STATUS_COLOURS[status]}>
      {status}
    </span>
  );
}
