import type { Landing } from '@vault/contract';
import { formatDateTimeInZone } from '../../kit/format-long-date.ts';
import { aboutTexts } from '../texts.ts';
import styles from './landing.module.css';

/** The sender, the message and the expiry of the link (RECIP-02). */
export function About({ landing }: { landing: Landing }) {
  const { name, message, expireDateTime, linkType } = landing;
  return (
    <div className={styles['about']}>
      <p className={styles['who']}>{whoLine(landing)}</p>
      <h1 className={styles['name']}>{name}</h1>
      {message !== null && message !== '' && <blockquote className={styles['message']}>{message}</blockquote>}
      {expireDateTime !== null && (
        <p className={styles['until']}>
          {linkType === 'REQUEST' ? aboutTexts.openUntil : aboutTexts.availableUntil}{' '}
          <time dateTime={new Date(expireDateTime).toISOString()}>
            {formatDateTimeInZone(expireDateTime)}
          </time>
        </p>
      )}
    </div>
  );
}

function whoLine({ linkType, senderName }: Landing): string {
  if (linkType === 'REQUEST') {
    return senderName === null ? aboutTexts.requested : aboutTexts.requestedBy(senderName);
  }
  return senderName === null ? aboutTexts.shared : aboutTexts.sharedBy(senderName);
}
