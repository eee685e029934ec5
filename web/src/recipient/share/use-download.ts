import { useEffect, useRef, useState } from 'react';
import { formatBytes, type Item } from '@vault/contract';
import type { Outage } from '../../availability/index.ts';
import { CallError } from '../visit/client.ts';
import { useLink } from '../visit/use-link.ts';
import { callTexts } from '../texts.ts';
import { selectionOf, wholeOf, type Selection } from './selection.ts';

/** The state of a download; the browser itself transfers the bytes and shows the progress. */
export type DownloadState =
  | { step: 'idle' }
  | { step: 'preparing'; name: string }
  /** the vault is unavailable; the download starts automatically when it is back (SAFE-06) */
  | { step: 'waiting'; name: string; outage: Outage }
  | { step: 'started'; name: string; size: string }
  | { step: 'failed'; name: string; message: string };

/** How long the page shows that a download has started, in milliseconds. The browser shows the progress. */
const STATUS_MS = 8_000;
/**
 * How long a download waits for an unavailable vault, in milliseconds. Then it fails with a message, and the person can
 * start it again.
 */
const WAIT_LIMIT_MS = 5 * 60_000;

/**
 * Downloads with a signed address (C65) through the download manager of the browser. It continues in the background on
 * phones, keeps no bytes in memory and shows the progress.
 */
export function useDownload() {
  const link = useLink();
  const [state, setState] = useState<DownloadState>({ step: 'idle' });

  useEffect(() => {
    if (state.step !== 'started') return undefined;
    const timer = setTimeout(() => setState({ step: 'idle' }), STATUS_MS);
    return () => clearTimeout(timer);
  }, [state]);

  /** controller of the download that is being prepared */
  const preparing = useRef<AbortController | null>(null);
  useEffect(() => () => preparing.current?.abort(), []);

  async function start(name: string, select: (signal: AbortSignal) => Promise<Selection>): Promise<void> {
    preparing.current?.abort();
    const controller = new AbortController();
    preparing.current = controller;
    const { signal } = controller;
    setState({ step: 'preparing', name });
    const askTicket = async () => {
      const body = { ...(await select(signal)), containsSubFolders: true };
      return link.call('downloadTicket', { body, signal });
    };
    const onWait = (outage: Outage) => setState({ step: 'waiting', name, outage });
    try {
      const options = { signal, onWait, limitMs: WAIT_LIMIT_MS, mostFailures: Number.POSITIVE_INFINITY };
      const ticket = await link.retryAfterOutage(askTicket, options);
      saveFrom(ticket.url, ticket.name);
      setState({ step: 'started', name: ticket.name, size: formatBytes(ticket.size) });
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof CallError ? error.message : callTexts.requestFailed;
      setState({ step: 'failed', name, message });
    }
  }

  return {
    state,
    isBusy: state.step === 'preparing' || state.step === 'waiting',
    dismiss: () => {
      preparing.current?.abort();
      setState({ step: 'idle' });
    },
    download: (item: Item) => void start(item.name, () => Promise.resolve(selectionOf([item]))),
    downloadWhole: (path: string, name: string) =>
      void start(name, (signal) => wholeOf((input) => link.call('list', input), path, signal)),
  };
}

function saveFrom(url: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
