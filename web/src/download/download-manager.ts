import { Messages, MIB, type DownloadBody, type DownloadSize, type DownloadTicket } from '@vault/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { outageOf } from '../api/index.ts';
import { type Availability, type Outage, retryAfterOutage } from '../availability/index.ts';
import { createMeter, type TransferRate } from '../kit/transfer-rate.ts';
import { DownloadError, WAIT_LIMIT_MS } from './fetch-resumably.ts';
import { isTooLarge } from './selection.ts';

/**
 * The page fetches files up to this size itself, with progress and a message at the end. Larger files use the download
 * manager of the browser (docs/decisions/download-in-the-browser.md).
 */
export const PAGE_LIMIT_BYTES = 64 * MIB;

const NO_RATE: TransferRate = { bytesPerSecond: null, secondsLeft: null };

/** A running download of the page. */
export interface RunningDownload {
  id: number;
  name: string;
  /** null until the server has answered */
  totalBytes: number | null;
  doneBytes: number;
  rate: TransferRate;
  /** the outage that the download waits for; null while it continues */
  waitsFor: Outage | null;
}

/** The dependencies of the manager, which a test can replace. */
export interface DownloadDeps {
  /** requests the size of a download (C21) */
  askSize: (body: DownloadBody, signal: AbortSignal) => Promise<DownloadSize>;
  /** requests a ticket for a download (C54) */
  askTicket: (body: DownloadBody, signal: AbortSignal) => Promise<DownloadTicket>;
  fetchBytes: (input: {
    url: string;
    onProgress: (doneBytes: number) => void;
    onWait: (outage: Outage) => void;
    signal: AbortSignal;
  }) => Promise<Blob>;
  /** the availability of the vault: a download waits during an outage */
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  /** returns whether the page may fetch this address */
  isReachable: (url: string) => boolean;
  /** returns the current time in epoch milliseconds */
  now: () => number;
  canSave: () => boolean;
  saveBlob: (blob: Blob, name: string) => void;
  saveFrom: (url: string, name: string) => void;
  notify: {
    done: () => void;
    handedOver: (name: string) => void;
    warning: (text: string) => void;
    error: (error: unknown) => void;
  };
}

export interface DownloadManager {
  store: StoreApi<readonly RunningDownload[]>;
  /**
   * Downloads a selection with a file name. Never rejects: failures are shown.
   * @param isChecked true when the modal has already checked the limits
   */
  start: (wanted: { body: DownloadBody; name: string; isChecked: boolean }) => Promise<void>;
  /**
   * Saves the file that one call returns, with a file name. Never rejects: failures are shown.
   * @param wanted.load is called again after a lost connection, and then continues; it calls `onProgress` with the
   *   bytes that have arrived and the size of the file, if it is known
   * @param wanted.done reports that the file is saved
   */
  save: (wanted: {
    name: string;
    load: (
      signal: AbortSignal,
      onProgress: (doneBytes: number, totalBytes: number | null) => void,
    ) => Promise<Blob>;
    done: () => void;
  }) => Promise<void>;
  cancel: (id: number) => void;
  /** Aborts all downloads without a message: the session has ended. */
  abandon: () => void;
}

/** Creates a manager that has no downloads yet. */
export function createDownloadManager(deps: DownloadDeps): DownloadManager {
  const store = createStore<readonly RunningDownload[]>(() => []);
  const controllers = new Map<number, AbortController>();
  let lastId = 0;

  const change = (id: number, changes: Partial<RunningDownload>) =>
    store.setState((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)), true);

  /** Returns the functions through which one download makes its calls; they wait during an outage. */
  const stepsOf = (id: number, signal: AbortSignal) => {
    const onWait = (waitsFor: Outage) => change(id, { waitsFor });
    return {
      onWait,
      /** @param progress the bytes that have arrived, for work that continues after a lost connection */
      ask: async <T>(work: () => Promise<T>, progress?: () => number): Promise<T> => {
        const { availability } = deps;
        const result = await retryAfterOutage(work, {
          availability,
          outageOf,
          signal,
          onWait,
          limitMs: WAIT_LIMIT_MS,
          ...(progress !== undefined && { progress }),
        });
        change(id, { waitsFor: null });
        return result;
      },
    };
  };

  /** Shows the size of a download. @returns a function that shows how many bytes have arrived */
  const startProgress = (id: number, totalBytes: number) => {
    const meter = createMeter();
    change(id, { totalBytes });
    return (doneBytes: number) =>
      change(id, { doneBytes, rate: meter(doneBytes, totalBytes, deps.now()), waitsFor: null });
  };

  async function run(id: number, wanted: Parameters<DownloadManager['start']>[0], signal: AbortSignal) {
    const { body, name, isChecked } = wanted;
    const { ask, onWait } = stepsOf(id, signal);
    if (!isChecked && isTooLarge(await ask(() => deps.askSize(body, signal)))) {
      return deps.notify.warning(Messages.downloadTooLarge);
    }
    const ticket = await ask(() => deps.askTicket(body, signal));
    if (ticket.size > PAGE_LIMIT_BYTES || !deps.isReachable(ticket.url)) {
      deps.saveFrom(ticket.url, name);
      return deps.notify.handedOver(name);
    }
    const onProgress = startProgress(id, ticket.size);
    deps.saveBlob(await deps.fetchBytes({ url: ticket.url, onProgress, onWait, signal }), name);
    return deps.notify.done();
  }

  /** Shows a download while its work runs, and reports its failure. */
  async function track(
    name: string,
    work: (id: number, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (!deps.canSave()) return deps.notify.warning(Messages.downloadUnsupported);
    const id = (lastId += 1);
    const controller = new AbortController();
    controllers.set(id, controller);
    const begun = { id, name, totalBytes: null, doneBytes: 0, rate: NO_RATE, waitsFor: null };
    store.setState((all) => [...all, begun], true);
    try {
      await work(id, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted)
        deps.notify.error(error instanceof DownloadError ? error.message : error);
    }
    controllers.delete(id);
    store.setState((all) => all.filter((one) => one.id !== id), true);
  }

  return {
    store,
    start: (wanted) => track(wanted.name, (id, signal) => run(id, wanted, signal)),
    save: ({ name, load, done }) =>
      track(name, async (id, signal) => {
        let arrivedBytes = 0;
        let show: ((doneBytes: number) => void) | null = null;
        const onProgress = (doneBytes: number, totalBytes: number | null) => {
          arrivedBytes = doneBytes;
          if (totalBytes !== null) (show ??= startProgress(id, totalBytes))(doneBytes);
        };
        const blob = await stepsOf(id, signal).ask(
          () => load(signal, onProgress),
          () => arrivedBytes,
        );
        deps.saveBlob(blob, name);
        done();
      }),
    cancel: (id) => controllers.get(id)?.abort(),
    abandon: () => {
      for (const controller of controllers.values()) controller.abort();
    },
  };
}
