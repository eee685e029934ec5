import { useState } from 'react';
import { formatBytes, type Landing, type UploadReceiptEntry } from '@vault/contract';
import { copyText } from '../../kit/copy-text.ts';
import { Button } from '../parts/button.tsx';
import { formatDateTimeInZone } from '../../kit/format-date.ts';
import { keyOf, receiptText } from './receipt.ts';
import styles from './request.module.css';

interface ReceiptPanelProps {
  landing: Landing;
  entries: readonly UploadReceiptEntry[];
}

/** The received files with their checksums; can be copied, printed and saved. */
export function ReceiptPanel({ landing, entries }: ReceiptPanelProps) {
  const [status, setStatus] = useState('');
  const copy = async () => {
    const isDone = await copyText(receiptText(landing, entries));
    setStatus(isDone ? 'Copied successfully.' : 'The browser did not let the text be copied.');
  };
  return (
    <section className={styles['receipt']} aria-labelledby="receipt-title">
      <h2 id="receipt-title">Receipt</h2>
      <p className={styles['hint']}>
        {landing.brand.name} has received these files in {landing.name}.
      </p>
      <div className={styles['receiptActs']}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => print()}>Print</Button>
        <Button onClick={() => save(receiptText(landing, entries))}>Save as text</Button>
        <span role="status" className={styles['hint']}>
          {status}
        </span>
      </div>
      <ul className={styles['entries']}>
        {entries.map((entry) => (
          <li key={keyOf(entry)}>
            <strong>{entry.name}</strong>
            <span className={styles['meta']}>
              {formatBytes(entry.size)}, received {formatDateTimeInZone(Date.parse(entry.receivedAt))}
            </span>
            <code>
              <abbr title="Secure Hash Algorithm 2, 256 bits">SHA-256</abbr> {entry.sha256}
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
  anchor.download = 'Receipt.txt';
  anchor.click();
  // The browser reads the bytes asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
