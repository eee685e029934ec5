import { formatBytes, type UploadReceiptEntry } from '@vault/contract';
import { formatDateTimeInZone } from '../../kit/format-long-date.ts';
import { NameText } from '../parts/name-text.tsx';
import { listTexts } from '../../kit/list-texts.ts';
import { keyOf } from './receipt.ts';
import { submittedTexts } from './texts.ts';
import styles from './request.module.css';

/** The maximum number of listed files; the receipt lists all files. */
const SHOWN = 100;

/** The files that the visitor had submitted before this page was opened (USE-15). */
export function SubmittedFiles({ entries }: { entries: readonly UploadReceiptEntry[] }) {
  const newestFirst = entries.toReversed().slice(0, SHOWN);
  return (
    <section className={styles['box']} aria-labelledby="submitted-title">
      <h2 id="submitted-title" className={styles['boxTitle']}>
        {submittedTexts.title}
      </h2>
      <ul className={styles['fileList']}>
        {newestFirst.map((entry) => (
          <li key={keyOf(entry)}>
            <NameText name={entry.name} />
            <span className={styles['meta']}>
              {submittedTexts.sizeAndTime(
                formatBytes(entry.size),
                formatDateTimeInZone(Date.parse(entry.receivedAt)),
              )}
            </span>
          </li>
        ))}
        {entries.length > SHOWN && <li>{listTexts.andMore(entries.length - SHOWN)}</li>}
      </ul>
    </section>
  );
}
