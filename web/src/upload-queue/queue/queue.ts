import { CONCURRENT_UPLOADS } from '@vault/contract';
import type { Availability } from '../../availability/index.ts';
import type { Gate } from './gate.ts';
import type { NewItem, UploadItem } from './item.ts';
import { cancelled, createItem, isCancellable, isRestartable, restarted } from './item.ts';
import { createItemList, type ItemList, type ListParts } from './list.ts';
import { patientTransport } from './patient-transport.ts';
import { runItem } from './run.ts';
import type { Pack, Transport } from './transport.ts';
import type { UidMemory } from './uid-memory.ts';

/** What the queue is built from; all of it can be replaced in a test. */
export interface QueueParts extends ListParts {
  transport: Transport;
  /** whether the vault can be used: steps wait while it is away */
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  pack: Pack;
  /** through which an item goes to be sent and scanned */
  longCalls: Gate;
  /** epoch milliseconds */
  now: () => number;
  /** a new unique id, 1 … 64 of `[A-Za-z0-9_-]` */
  newUid: () => string;
  /** the uids of large files, beyond the life of the page */
  uids: UidMemory;
  /** told when the last active item has come to an end */
  onIdle: (items: readonly UploadItem[]) => void;
}

/** The upload list and its pipeline (product specification, section 4). Plain code: no React, no DOM. */
export interface UploadQueue {
  items: () => readonly UploadItem[];
  /** Adds rows, which start at once as far as there is room for them (UPLOAD-11). */
  add: (items: readonly NewItem[]) => void;
  /** UPLOAD-18: cancels one waiting item. @returns whether it was waiting */
  cancel: (id: string) => boolean;
  /** UPLOAD-41: cancels every waiting item and leaves the running ones alone (T-53). */
  cancelWaiting: () => void;
  /** UPLOAD-19, UPLOAD-21: restarts an item, or one part of it. @returns whether anything restarts */
  retry: (id: string, partIndex?: number) => boolean;
  /** Restarts everything that failed and may be restarted. */
  retryFailed: () => void;
  /** Takes the ended items that `unwanted` names off the list. */
  forget: (unwanted: (item: UploadItem) => boolean) => void;
  /** Aborts what runs and empties the list, without a word to anybody: the session is over. */
  abandon: () => void;
}

/** Runs items: at most ten at a time, in the order in which they began to wait (UPLOAD-30). */
interface Runner {
  enqueue: (id: string) => void;
  leave: (id: string) => void;
  isRunning: (id: string) => boolean;
  /** Starts what there is room for. A slot is free after every end, failures included (T-53). */
  fill: () => void;
  stop: () => void;
}

function createRunner(list: ItemList, parts: QueueParts): Runner {
  const running = new Map<string, AbortController>();
  const waiting = new Set<string>();

  async function run(id: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    const get = () => {
      const item = list.get(id);
      if (!item) throw new Error('An item left the list while it was running.');
      return item;
    };
    const change = (next: (item: UploadItem) => UploadItem) => {
      if (!signal.aborted) list.put(next(get()));
    };
    const step = { ...parts, signal, get, change };
    await runItem({ ...step, transport: patientTransport(step) });
    if (signal.aborted) return;
    running.delete(id);
    fill();
    if (running.size === 0) parts.onIdle(list.all());
  }

  function fill(): void {
    for (const id of waiting) {
      if (running.size >= CONCURRENT_UPLOADS) return;
      // Restarted in the very moment of its end: it goes on as soon as that run is over.
      if (running.has(id)) continue;
      waiting.delete(id);
      void run(id);
    }
  }

  return {
    enqueue: (id) => void waiting.add(id),
    leave: (id) => void waiting.delete(id),
    isRunning: (id) => running.has(id),
    fill,
    stop: () => {
      for (const controller of running.values()) controller.abort();
      running.clear();
      waiting.clear();
    },
  };
}

/** Builds an empty queue. */
export function createUploadQueue(parts: QueueParts): UploadQueue {
  const list = createItemList(parts);
  const runner = createRunner(list, parts);

  const enqueue = (item: UploadItem) => {
    list.put(item);
    runner.enqueue(item.id);
  };

  const cancel = (id: string) => {
    const item = list.get(id);
    if (!item || !isCancellable(item)) return false;
    runner.leave(id);
    list.put(cancelled(item));
    return true;
  };

  const restart = (item: UploadItem, partIndex?: number) => {
    if (!isRestartable(item)) return false;
    const next = restarted(item, partIndex);
    if (next.status !== 'Waiting') return false;
    enqueue(next);
    return true;
  };

  return {
    items: list.all,
    add: (newItems) => {
      const items = newItems.map((newItem) => ({ id: parts.newUid(), newItem }));
      for (const { id, newItem } of items) enqueue(createItem(id, newItem, items[0]?.id));
      runner.fill();
    },
    cancel,
    cancelWaiting: () => {
      for (const item of list.all()) cancel(item.id);
    },
    retry: (id, partIndex) => {
      const item = list.get(id);
      const restarts = item !== undefined && restart(item, partIndex);
      runner.fill();
      return restarts;
    },
    retryFailed: () => {
      for (const item of list.all()) if (item.status !== 'Cancelled') restart(item);
      runner.fill();
    },
    forget: (unwanted) => {
      list.removeWhere((item) => !runner.isRunning(item.id) && item.status !== 'Waiting' && unwanted(item));
    },
    abandon: () => {
      runner.stop();
      list.removeWhere(() => true);
    },
  };
}
