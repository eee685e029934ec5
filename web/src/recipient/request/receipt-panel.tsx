import { useState } from 'react';
import { formatBytes, type Landing, type UploadReceiptEntry } from '@vault/contract';
import { copyText } from '../../kit/copy-text.ts';
import { Button } from '../parts/button.tsx';
import { formatDateTimeInZone } from '../../kit/format-long-date.ts';
import { keyOf, receiptText } from './receipt.ts';
import { receiptTexts } from './texts.ts';
import styles from './request.module.css';

interface ReceiptPanelProps {
  landing: Landing;
  entries: readonly UploadReceiptEntry[];
}

/** The receipt: the received files with their checksums. It can be copied, printed and saved. */
export function ReceiptPanel({ landing, entries }: ReceiptPanelProps) {
  const [status, setStatus] = useState('');
  const copy = async () => {
    const isDone = await copyText(receiptText(landing, entries));
    setStatus(isDone ? receiptTexts.copied : receiptTexts.copyFailed);
  };
  return (
    <section className={styles['receipt']} aria-labelledby="receipt-title">
      <h2 id="receipt-title">{receiptTexts.title}</h2>
      <p className={styles['hint']}>{receiptTexts.received(landing.brand.name, landing.name)}</p>
      <div className={styles['actions']}>
        <Button onClick={() => void copy()}>{receiptTexts.copy}</Button>
        <Button onClick={() => print()}>{receiptTexts.print}</Button>
        <Button onClick={() => save(receiptText(landing, entries))}>{receiptTexts.save}</Button>
        <span role="status" className={styles['hint']}>
          {status}
        </span>
      </div>
      <ul className={styles['entries']}>
        {entries.map((entry) => (
          <li key={keyOf(entry)}>
            <strong>{entry.name}</strong>
            <span className={styles['meta']}>
              {receiptTexts.sizeAndTime(
                formatBytes(entry.size),
                formatDateTimeInZone(Date.parse(entry.receivedAt)),
              )}
            </span>
            <code>
              <abbr title={receiptTexts.sha256Title}>{receiptTexts.sha256}</abbr> {entry.sha256}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = receiptTexts.fileName;
  anchor.click();
  // The address is revoked later, because the browser reads the bytes asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
