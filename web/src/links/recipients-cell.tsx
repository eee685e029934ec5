import { MiddleTruncated, Tip } from '../kit/index.ts';
import { recipientsOf } from './recipients.ts';
import { linkRowTexts } from './texts.ts';
import styles from './links.module.css';

/** The cell with the recipients of a link (LINKS-12 … LINKS-14). */
export function RecipientsCell({ receiveByEmail }: { receiveByEmail: string }) {
  const { first, others } = recipientsOf(receiveByEmail);
  return (
    <span className={styles['recipients']}>
      <MiddleTruncated text={first} />
      {others.length > 0 && (
        <Tip text={others.join('\n')}>
          <button
            type="button"
            className={styles['more']}
            aria-label={linkRowTexts.moreRecipients(others.length, others.join(', '))}
          >
            +{others.length}
          </button>
        </Tip>
      )}
    </span>
  );
}
