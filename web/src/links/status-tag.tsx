import type { LinkStatus, LinkTargetState, SharedLink } from '@vault/contract';
import { Tip } from '../kit/index.ts';
import { STATUS_COLOURS } from './status.ts';
import styles from './links.module.css';

/** LINKS-15, LINKS-16 */
function StatusTag({ status }: { status: LinkStatus | null }) {
  if (status === null) return '-';
  return (
    <span className={styles['tag']} data-colour={STATUS_COLOURS[status]}>
      {status}
    </span>
  );
}

/** USE-16: why an active link does not open. */
const TARGETS: Record<LinkTargetState, { label: string; hint: string }> = {
  InTrash: {
    label: 'In trash',
    hint: 'What the link leads to is in the trash. Recipients cannot open it until it is restored.',
  },
  Gone: {
    label: 'Gone',
    hint: 'What the link leads to was deleted for ever. Recipients cannot open it.',
  },
};

/** The status, with the state of the target beside it; a deleted link opens nothing anyway. */
export function StatusCell({ link: { status, targetState } }: { link: SharedLink }) {
  const target = status === 'Deleted' || targetState === undefined ? null : TARGETS[targetState];
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
