import { CONCURRENT_UPLOADS } from '@vault/contract';
import type { Availability } from '../../availability/index.ts';
import { groupedTransport } from './grouped-transport.ts';
import type { Limiter } from './limiter.ts';
import type { NewItem, UploadItem } from './item.ts';
import { cancelled, createItem, isCancellable, isRestartable, restarted } from './item.ts';
import { createItemList, type ItemList, type ListDeps } from './list.ts';
import { createPace } from './pace.ts';
import { retryingTransport } from './retrying-transport.ts';
import { runItem } from './run.ts';
import type { Pack, Transport } from './transport.ts';
import type { UidMemory } from './uid-memory.ts';

/** The dependencies of the queue; tests can replace all of them. */
export interface QueueDeps extends ListDeps {
  transport: Transport;
  /** the availability of the vault; steps wait while the vault is unavailable */
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  pack: Pack;
  /** limits how many items send or scan at the same time */
  longCalls: Limiter;
  /** returns the current time in epoch milliseconds */
  now: () => number;
  /** returns a new unique id of 1 … 64 characters `[A-Za-z0-9_-]` */
  newUid: () => string;
  /** stores the uids of large files, also after a reload of the page */
  uids: UidMemory;
  /** called when the last active item has ended */
  onIdle: (items: readonly UploadItem[]) => void;
}

/** The upload list and its pipeline (product specification, section 4). Independent of React and the DOM. */
export interface UploadQueue {
  items: () => readonly UploadItem[];
  /** Adds rows. They start immediately while there are free slots (UPLOAD-11). */
  add: (items: readonly NewItem[]) => void;
  /** UPLOAD-18: cancels one waiting item. @returns whether it was waiting */
  cancel: (id: string) => boolean;
  /** UPLOAD-41: cancels every waiting item; running items continue (T-53). */
  cancelWaiting: () => void;
  /** UPLOAD-19, UPLOAD-21: restarts an item, or one file of it. @returns whether any file restarts */
  retry: (id: string, partIndex?: number) => boolean;
  /** Restarts all failed items that can be restarted. */
  retryFailed: () => void;
  /** Removes the ended items for which `unwanted` returns true. */
  forget: (unwanted: (item: UploadItem) => boolean) => void;
  /** Called after the end of the session: aborts running items and empties the list, without calling `onIdle`. */
  abandon: () => void;
}

/** Runs items: at most ten at a time, in the order in which they started to wait (UPLOAD-30). */
interface Runner {
  enqueue: (id: string) => void;
  leave: (id: string) => void;
  isRunning: (id: string) => boolean;
  /**
   * Starts waiting items while there are free slots. An item frees its slot when it ends, also after a failure (T-53).
   */
  fill: () => void;
  stop: () => void;
}

/** With fewer items, calls for several of them gain nothing that a person notices. */
const MANY_ITEMS = 5 * CONCURRENT_UPLOADS;

function createRunner(list: ItemList, deps: QueueDeps): Runner {
  const running = new Map<string, AbortController>();
  const waiting = new Set<string>();
  /** true from many items until no item runs any more: the last items of many are sent like the first */
  let hasMany = false;
  const pace = createPace(CONCURRENT_UPLOADS / 2, () => (hasMany ? running.size : 0));
  const transport = groupedTransport(deps.transport, { hasMany: () => hasMany, pace });

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
    const step = { ...deps, transport, signal, get, change };
    await runItem({ ...step, transport: retryingTransport(step) });
    if (signal.aborted) return;
    running.delete(id);
    fill();
    pace.changed();
    if (running.size > 0) return;
    hasMany = false;
    deps.onIdle(list.all());
  }

  function fill(): void {
    for (const id of waiting) {
      if (running.size >= CONCURRENT_UPLOADS) return;
      // An item that was restarted while its run is ending starts as soon as that run has ended.
      if (running.has(id)) continue;
      waiting.delete(id);
      void run(id);
    }
  }

  return {
    enqueue: (id) => {
      waiting.add(id);
      hasMany ||= running.size + waiting.size > MANY_ITEMS;
    },
    leave: (id) => void waiting.delete(id),
    isRunning: (id) => running.has(id),
    fill,
    stop: () => {
      for (const controller of running.values()) controller.abort();
      running.clear();
      waiting.clear();
      hasMany = false;
      pace.changed();
    },
  };
}

/** Creates an empty queue. */
export function createUploadQueue(deps: QueueDeps): UploadQueue {
  const list = createItemList(deps);
  const runner = createRunner(list, deps);

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
      const items = newItems.map((newItem) => ({ id: deps.newUid(), newItem }));
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
