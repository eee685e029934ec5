import { useCallback, useEffect, useState } from 'react';
import type { UploadReceiptEntry } from '@vault/contract';
import { useLink } from '../visit/use-link.ts';
import { mergedReceipt, wholeReceipt } from './receipt.ts';

interface Receipt {
  entries: readonly UploadReceiptEntry[];
  /** files that were submitted before the page was opened; null until loaded */
  earlier: readonly UploadReceiptEntry[] | null;
  isFailed: boolean;
}

/**
 * Returns the receipt. It is loaded when the page opens (USE-15) and each time uploads have ended.
 * @param received number of files that have arrived
 * @param isPaused true while the visit has ended
 */
export function useReceipt(received: number, isPaused: boolean) {
  const link = useLink();
  const [receipt, setReceipt] = useState<Receipt>({ entries: [], earlier: null, isFailed: false });
  const load = useCallback(
    (signal: AbortSignal) => {
      const ask = () => wholeReceipt((input) => link.call('uploadReceipt', input), signal);
      link.retryAfterOutage(ask, { signal }).then(
        (loaded) =>
          setReceipt(({ entries, earlier }) => ({
            entries: mergedReceipt(entries, loaded),
            earlier: earlier ?? (received === 0 ? loaded : []),
            isFailed: false,
          })),
        () => {
          if (!signal.aborted) setReceipt((known) => ({ ...known, isFailed: true }));
        },
      );
    },
    [link, received],
  );
  useEffect(() => {
    if (isPaused) return undefined;
    const gone = new AbortController();
    load(gone.signal);
    return () => gone.abort();
  }, [load, isPaused]);
  return { ...receipt, retry: () => load(new AbortController().signal) };
}
