import type { LinkStatus, SharedLink } from '@vault/contract';
import { Tip } from '../kit/index.ts';
import { STATUS_COLOURS } from './status.ts';
import { linkStatusTexts, linkTargetTexts } from './texts.ts';
import styles from './links.module.css';

/** LINKS-15, LINKS-16 */
function StatusTag({ status }: { status: LinkStatus | null }) {
  if (status === null) return '-';
  return (
    <span className={styles['tag']} data-colour={STATUS_COLOURS[status]}>
      {linkStatusTexts[status]}
    </span>
  );
}

/** The status, with the state of the target beside it; a deleted link opens nothing anyway. */
export function StatusCell({ link: { status, targetState } }: { link: SharedLink }) {
  const target = status === 'Deleted' || targetState === undefined ? null : linkTargetTexts[targetState];
  return (
    <span className={styles['statusCell']}>
      <StatusTag status={status} />
      {target !== null && (
        <Tip text={target.hint}>
          <button type="button" className={styles['hinted']}>
            {target.label}
          </button>
        </Tip>
      )}
    </span>
  );
}
