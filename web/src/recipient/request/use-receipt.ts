import { useCallback, useEffect, useState } from 'react';
import type { UploadReceiptEntry } from '@vault/contract';
import { useLink } from '../visit/use-link.ts';
import { mergedReceipt, wholeReceipt } from './receipt.ts';

interface Receipt {
  entries: readonly UploadReceiptEntry[];
  isFailed: boolean;
}

/**
 * The receipt, asked for anew whenever uploads have come to an end.
 * @param received files that have arrived; 0 asks for nothing
 * @param isPaused while the visit has ended
 */
export function useReceipt(received: number, isPaused: boolean) {
  const link = useLink();
  const [receipt, setReceipt] = useState<Receipt>({ entries: [], isFailed: false });
  const load = useCallback(
    (signal: AbortSignal) => {
      const ask = () => wholeReceipt((input) => link.call('uploadReceipt', input), signal);
      link.outlast(ask, { signal }).then(
        (came) => setReceipt(({ entries }) => ({ entries: mergedReceipt(entries, came), isFailed: false })),
        () => {
          if (!signal.aborted) setReceipt(({ entries }) => ({ entries, isFailed: true }));
        },
      );
    },
    [link],
  );
  useEffect(() => {
    if (received === 0 || isPaused) return undefined;
    const gone = new AbortController();
    load(gone.signal);
    return () => gone.abort();
  }, [load, received, isPaused]);
  return { ...receipt, retry: () => load(new AbortController().signal) };
}
