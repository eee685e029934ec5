import { createStore, type StoreApi } from 'zustand/vanilla';
import { Messages, type NameCharacters } from '@vault/contract';
import type { UploadItem, UploadTarget } from './queue/item.ts';
import { createUploadQueue, type QueueParts, type UploadQueue } from './queue/queue.ts';
import { batchResult, countItems, hasActive, type BatchResult, type UploadCounts } from './queue/summary.ts';
import { admit, type Refusal } from './reading/admit.ts';
import type { Chosen } from './reading/chosen.ts';

/** What the upload screens show. */
export interface UploadState {
  items: readonly UploadItem[];
  counts: UploadCounts;
  /** the folder that the open modal uploads into; null while the modal is closed */
  target: UploadTarget | null;
  /** 'Confirm Cancel' stands open (UPLOAD-06) */
  isConfirming: boolean;
  /** choices that are still being read from the disk */
  reading: number;
  /** what was not added since the modal was opened, and why */
  notAdded: readonly Refusal[];
}

/** What has to be loaded again: lists of these records, and trees of those that got folders. */
export interface Reload {
  listsOf: ReadonlySet<string>;
  treesOf: ReadonlySet<string>;
}

export interface DeskParts extends Omit<QueueParts, 'publish' | 'onIdle'> {
  reload: (what: Reload) => void;
  /** a sentence about what was refused or could not be read */
  warn: (text: string) => void;
  /** UPLOAD-46: something was cancelled */
  tellCancelled: () => void;
  /** the last background upload has ended, and the modal is closed */
  tellEnded: (result: BatchResult) => void;
  /** which characters names may have (contract 9.20) */
  characters: () => NameCharacters;
}

/** The upload list with its modal: what opens, what closing means, what is told and reloaded. Without React. */
export interface UploadDesk {
  store: StoreApi<UploadState>;
  /** Opens the modal for a folder; with what is in the list from before, if it still matters. */
  open: (target: UploadTarget) => void;
  /** Shows the list again, for the folder of its newest item. */
  reopen: () => void;
  /** Reads a choice and adds what may be added to the open modal's folder. */
  take: (choice: Promise<Chosen[]>) => Promise<void>;
  forgetNotAdded: () => void;
  cancel: (id: string) => void;
  retry: (id: string, partIndex?: number) => void;
  retryFailed: () => void;
  /** UPLOAD-40, UPLOAD-41: closes at once, or asks when anything is active. */
  requestClose: () => void;
  /** 'Confirm Cancel' answered: yes cancels what waits and closes, no goes back to the list. */
  answerClose: (confirmed: boolean) => void;
  /** Takes the ended uploads away from the background display. */
  dismiss: () => void;
  abandon: () => void;
}

/** Toasts pile up: of many refusals so many are said, the modal lists all. */
const REFUSALS_SAID = 3;

const EMPTY: UploadState = {
  items: [],
  counts: countItems([]),
  target: null,
  isConfirming: false,
  reading: 0,
  notAdded: [],
};

/** Builds the desk with an empty list and a closed modal. */
export function createUploadDesk(parts: DeskParts): UploadDesk {
  const store = createStore<UploadState>(() => EMPTY);
  const queue = createUploadQueue({
    ...parts,
    publish: (items) => store.setState({ items, counts: countItems(items) }),
    onIdle: (items) => {
      if (store.getState().target === null) endInBackground(items);
    },
  });

  /** UPLOAD-45 */
  function endInBackground(items: readonly UploadItem[]): void {
    const result = batchResult(items);
    parts.reload(reloadFor(items));
    parts.tellEnded(result);
    if (result.failed === null) queue.forget(() => true);
  }

  function close(): void {
    const { target } = store.getState();
    parts.reload(reloadFor(queue.items(), target));
    store.setState({ target: null, isConfirming: false, notAdded: [] });
    if (!isActive(queue)) queue.forget(() => true);
  }

  const open = (target: UploadTarget) => {
    queue.forget((item) => item.status === 'Completed' || item.status === 'Cancelled');
    store.setState({ target, isConfirming: false, notAdded: [] });
  };

  async function take(choice: Promise<Chosen[]>): Promise<void> {
    const { target } = store.getState();
    store.setState(({ reading }) => ({ reading: reading + 1 }));
    try {
      const chosen = await choice;
      // The modal may have been closed meanwhile, or opened for another folder.
      if (target && store.getState().target === target) add(chosen, target);
    } catch {
      parts.warn(Messages.folderArchiveInvalid);
    } finally {
      store.setState(({ reading }) => ({ reading: reading - 1 }));
    }
  }

  function add(chosen: readonly Chosen[], target: UploadTarget): void {
    const { admitted, refused, skipped } = admit(chosen, {
      target,
      listed: queue.items(),
      characters: parts.characters(),
    });
    queue.add(admitted);
    const empty = skipped.map((name) => ({ name, message: 'The folder is empty.' }));
    store.setState(({ notAdded }) => ({ notAdded: withoutRepeats([...notAdded, ...refused, ...empty]) }));
    const messages = new Set(refused.map((refusal) => refusal.message));
    for (const message of [...messages].slice(0, REFUSALS_SAID)) parts.warn(message);
  }

  return {
    store,
    open,
    reopen: () => {
      const newest = queue.items().at(-1);
      if (newest) store.setState({ target: newest.target, isConfirming: false });
    },
    take,
    forgetNotAdded: () => store.setState({ notAdded: [] }),
    cancel: (id) => {
      if (queue.cancel(id)) parts.tellCancelled();
    },
    retry: (id, partIndex) => void queue.retry(id, partIndex),
    retryFailed: queue.retryFailed,
    requestClose: () => {
      if (isActive(queue) || store.getState().reading > 0) store.setState({ isConfirming: true });
      else close();
    },
    answerClose: (confirmed) => {
      store.setState({ isConfirming: false });
      if (!confirmed) return;
      queue.cancelWaiting();
      parts.tellCancelled();
      close();
    },
    dismiss: () => queue.forget(() => true),
    abandon: () => {
      queue.abandon();
      store.setState(EMPTY);
    },
  };
}

/** Refused a second time for the same reason, a name is listed once. */
const withoutRepeats = (refusals: readonly Refusal[]): Refusal[] => [
  ...new Map(refusals.map((refusal) => [`${refusal.name}/${refusal.message}`, refusal])).values(),
];

const isActive = (queue: UploadQueue) => hasActive(countItems(queue.items()));

/** UPLOAD-43, UPLOAD-44 */
function reloadFor(items: readonly UploadItem[], target: UploadTarget | null = null): Reload {
  const listsOf = new Set(items.map((item) => item.target.recordId));
  if (target) listsOf.add(target.recordId);
  const folders = items.filter((item) => item.kind === 'folder');
  return { listsOf, treesOf: new Set(folders.map((item) => item.target.recordId)) };
}
