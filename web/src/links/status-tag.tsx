import type { LinkStatus, SharedLink } from '@vault/contract';
import { Tip } from '../kit/index.ts';
import { obstacleOf, STATUS_COLOURS } from './link-status.ts';
import { linkStatusTexts } from './texts.ts';
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

/** The status of a link, and beside it the reason why the link gives nothing. */
export function StatusCell({ link }: { link: SharedLink }) {
  const obstacle = obstacleOf(link);
  return (
    <span className={styles['statusCell']}>
      <StatusTag status={link.status} />
      {obstacle !== null && (
        <Tip text={obstacle.hint}>
          <button type="button" className={styles['hinted']}>
            {obstacle.label}
          </button>
        </Tip>
      )}
    </span>
  );
}
