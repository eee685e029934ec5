import type { LinkStatus, SharedLink } from '@vault/contract';
import { Tip } from '../kit/index.ts';
import { STATUS_COLOURS } from './link-filter.ts';
import { linkStatusTexts, linkTargetTexts } from './texts.ts';
import styles from './links.module.css';

/** The coloured tag with the status of a link; '-' without a status (LINKS-15, LINKS-16). */
function StatusTag({ status }: { status: LinkStatus | null }) {
  if (status === null) return '-';
  return (
    <span className={styles['tag']} data-colour={STATUS_COLOURS[status]}>
      {linkStatusTexts[status]}
    </span>
  );
}

/**
 * The status of a link, and beside it the state of its target. A deleted link shows only its status, because it opens
 * nothing.
 */
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
