import { useEffect, useState } from 'react';
import { formatBytes, type Item } from '@vault/contract';
import { CallError } from '../visit/client.ts';
import { useLink } from '../visit/use-link.ts';
import { selectionOf, wholeOf, type Selection } from './selection.ts';

/** How a download stands; the bytes themselves are the browser's business, which shows their progress. */
export type DownloadState =
  | { step: 'idle' }
  | { step: 'preparing'; name: string }
  | { step: 'started'; name: string; size: string }
  | { step: 'failed'; name: string; message: string };

/** How long a begun download is told; the browser shows it from then on. */
const TOLD_MS = 8_000;

/**
 * Downloads by a signed address (C65): the browser's own download manager takes it over, which goes on in the
 * background on phones too, holds nothing in memory and shows how far it is.
 */
export function useDownload() {
  const link = useLink();
  const [state, setState] = useState<DownloadState>({ step: 'idle' });

  useEffect(() => {
    if (state.step !== 'started') return undefined;
    const timer = setTimeout(() => setState({ step: 'idle' }), TOLD_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function start(name: string, select: () => Promise<Selection>): Promise<void> {
    setState({ step: 'preparing', name });
    try {
      const body = { ...(await select()), containsSubFolders: true };
      const ticket = await link.call('downloadTicket', { body });
      saveFrom(ticket.url, ticket.name);
      setState({ step: 'started', name: ticket.name, size: formatBytes(ticket.size) });
    } catch (error) {
      setState({
        step: 'failed',
        name,
        message: error instanceof CallError ? error.message : 'Request Failed',
      });
    }
  }

  return {
    state,
    dismiss: () => setState({ step: 'idle' }),
    download: (item: Item) => void start(item.name, () => Promise.resolve(selectionOf([item]))),
    downloadWhole: (path: string, name: string) => {
      const { signal } = new AbortController();
      void start(name, () => wholeOf((input) => link.call('list', input), path, signal));
    },
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
