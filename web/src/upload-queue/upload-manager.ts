import { createStore, type StoreApi } from 'zustand/vanilla';
import { Messages, type NameCharacters } from '@vault/contract';
import type { UploadItem, UploadTarget } from './queue/item.ts';
import { createUploadQueue, type QueueDeps, type UploadQueue } from './queue/queue.ts';
import { batchResult, countItems, hasActive, type BatchResult, type UploadCounts } from './queue/summary.ts';
import { validateFiles, type SubmittedFile, type RejectedItem } from './reading/validate-files.ts';
import {
  badNamesOf,
  type BadName,
  type MisnamedFile,
  type NameRules,
  renamedItems,
  renameProblems,
  type Renames,
} from './reading/bad-names.ts';
import type { Choice } from './reading/chosen.ts';
import { uploadErrorTexts } from './texts.ts';

/** The state of the upload screens. */
export interface UploadState {
  items: readonly UploadItem[];
  counts: UploadCounts;
  /** the folder of the open modal; null while the modal is closed */
  target: UploadTarget | null;
  /** true while the dialog 'Confirm Cancel' is open (UPLOAD-06) */
  isConfirming: boolean;
  /** number of drops and choices that are being read */
  reading: number;
  /** items that were rejected since the modal was opened, with the reason */
  rejected: readonly RejectedItem[];
  /** files that are not added because of their names; `badNames` are those names with proposals (USE-08) */
  misnamed: readonly MisnamedFile[];
  badNames: readonly BadName[];
}

/** The data to load again: lists of these records, and trees of those that received folders. */
export interface Reload {
  listsOf: ReadonlySet<string>;
  treesOf: ReadonlySet<string>;
}

export interface UploadManagerDeps extends Omit<QueueDeps, 'publish' | 'onIdle'> {
  reload: (what: Reload) => void;
  /** shows a sentence about a rejected or unreadable file */
  warn: (text: string) => void;
  /** reports that an item was cancelled (UPLOAD-46) */
  notifyCancelled: () => void;
  /** reports that the last background upload has ended while the modal is closed */
  notifyEnded: (result: BatchResult) => void;
  /** the characters that names may have (contract 10.20) */
  characters: () => NameCharacters;
  /** only for requests: the files that were submitted before; used names get a number (USE-07) */
  submitted?: () => readonly SubmittedFile[];
}

/** The state and the actions of the upload list and its modal. Independent of React. */
export interface UploadManager {
  store: StoreApi<UploadState>;
  /** Opens the modal for a folder; items that have not completed stay in the list. */
  open: (target: UploadTarget) => void;
  /** Shows the list again, for the folder of its newest item. */
  reopen: () => void;
  /** Reads dropped or chosen files, and adds the valid ones to the folder of the open modal. */
  take: (choice: Promise<readonly Choice[]>) => Promise<void>;
  clearRejected: () => void;
  /** Validates new names for `badNames`. Returns messages by id; empty when all are allowed. */
  problemsOf: (renames: Renames) => ReadonlyMap<string, string>;
  /** Adds the misnamed files with new names, one for each of `badNames`. @returns false when a name is not allowed */
  addRenamed: (renames: Renames) => boolean;
  cancel: (id: string) => void;
  retry: (id: string, partIndex?: number) => void;
  retryFailed: () => void;
  /** UPLOAD-40, UPLOAD-41: closes the modal immediately, or asks first when an item is active. */
  requestClose: () => void;
  /** The answer to 'Confirm Cancel': true cancels waiting items and closes, false returns to the list. */
  answerClose: (confirmed: boolean) => void;
  /** Removes the ended uploads from the background display. */
  dismiss: () => void;
  abandon: () => void;
}

/** At most this many rejections show a toast; the modal lists all rejections. */
const REFUSALS_SAID = 3;

const EMPTY: UploadState = {
  items: [],
  counts: countItems([]),
  target: null,
  isConfirming: false,
  reading: 0,
  rejected: [],
  misnamed: [],
  badNames: [],
};

const NOTHING_REFUSED = { rejected: [], misnamed: [], badNames: [] } satisfies Partial<UploadState>;

/** Creates a manager with an empty list and a closed modal. */
export function createUploadManager(deps: UploadManagerDeps): UploadManager {
  const store = createStore<UploadState>(() => EMPTY);
  const queue = createUploadQueue({
    ...deps,
    publish: (items) => store.setState({ items, counts: countItems(items) }),
    onIdle: (items) => {
      if (store.getState().target === null) endInBackground(items);
    },
  });

  /** Reloads and reports after the last background upload has ended (UPLOAD-45). */
  function endInBackground(items: readonly UploadItem[]): void {
    const result = batchResult(items);
    deps.reload(reloadFor(items));
    deps.notifyEnded(result);
    if (result.failed === null) queue.forget(() => true);
  }

  function close(): void {
    const { target } = store.getState();
    deps.reload(reloadFor(queue.items(), target));
    store.setState({ target: null, isConfirming: false, ...NOTHING_REFUSED });
    if (!isActive(queue)) queue.forget(() => true);
  }

  const open = (target: UploadTarget) => {
    queue.forget((item) => item.status === 'Completed' || item.status === 'Cancelled');
    store.setState({ target, isConfirming: false, ...NOTHING_REFUSED });
  };

  async function take(choice: Promise<readonly Choice[]>): Promise<void> {
    const { target } = store.getState();
    store.setState(({ reading }) => ({ reading: reading + 1 }));
    try {
      const chosen = await choice;
      // While the files were read, the modal may have been closed, or opened for another folder.
      if (target && store.getState().target === target) add(chosen, target);
    } catch {
      deps.warn(Messages.folderArchiveInvalid);
    } finally {
      store.setState(({ reading }) => ({ reading: reading - 1 }));
    }
  }

  function add(chosen: readonly Choice[], target: UploadTarget): void {
    const before = store.getState();
    const rules = { target, listed: queue.items(), characters: deps.characters() };
    const submitted = deps.submitted?.();
    const result = validateFiles(chosen, {
      ...rules,
      misnamed: before.misnamed,
      ...(submitted && { submitted }),
    });
    queue.add(result.accepted);
    const misnamed = [...before.misnamed, ...result.misnamed];
    const badNames = badNamesOf(misnamed, { ...rules, listed: queue.items() });
    const empty = result.skipped.map((name) => ({ name, message: uploadErrorTexts.emptyFolder }));
    const named = badNames.map(({ path, message }) => ({ name: path, message }));
    const rejected = withoutRepeats([...before.rejected, ...result.rejected, ...named, ...empty]);
    store.setState({ rejected, misnamed, badNames });
    const fresh = badNames.filter(({ id }) => before.badNames.every((known) => known.id !== id));
    const messages = new Set([...result.rejected, ...fresh].map(({ message }) => message));
    for (const message of [...messages].slice(0, REFUSALS_SAID)) deps.warn(message);
  }

  return {
    store,
    open,
    reopen: () => {
      const newest = queue.items().at(-1);
      if (newest) store.setState({ target: newest.target, isConfirming: false });
    },
    take,
    clearRejected: () => store.setState(NOTHING_REFUSED),
    ...createRenaming({ store, queue, characters: deps.characters }),
    cancel: (id) => {
      if (queue.cancel(id)) deps.notifyCancelled();
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
      deps.notifyCancelled();
      close();
    },
    dismiss: () => queue.forget(() => true),
    abandon: () => {
      queue.abandon();
      store.setState(EMPTY);
    },
  };
}

interface RenamingDeps {
  store: StoreApi<UploadState>;
  queue: UploadQueue;
  characters: () => NameCharacters;
}

function createRenaming({
  store,
  queue,
  characters,
}: RenamingDeps): Pick<UploadManager, 'problemsOf' | 'addRenamed'> {
  const rulesNow = (): NameRules | null => {
    const { target } = store.getState();
    return target && { target, listed: queue.items(), characters: characters() };
  };
  const problemsOf = (renames: Renames) => {
    const rules = rulesNow();
    return rules ? renameProblems(store.getState().misnamed, renames, rules) : new Map<string, string>();
  };
  return {
    problemsOf,
    addRenamed: (renames) => {
      const { misnamed, badNames, rejected } = store.getState();
      const rules = rulesNow();
      if (rules === null || problemsOf(renames).size > 0) return false;
      queue.add(renamedItems(misnamed, renames, rules));
      const renamed = new Set(badNames.map(({ path, message }) => `${path}/${message}`));
      const left = rejected.filter(({ name, message }) => !renamed.has(`${name}/${message}`));
      store.setState({ rejected: left, misnamed: [], badNames: [] });
      return true;
    },
  };
}

/** Returns the rejections with one entry per name and reason. */
const withoutRepeats = (refusals: readonly RejectedItem[]): RejectedItem[] => [
  ...new Map(refusals.map((refusal) => [`${refusal.name}/${refusal.message}`, refusal])).values(),
];

const isActive = (queue: UploadQueue) => hasActive(countItems(queue.items()));

/** Returns the data to load again after uploads (UPLOAD-43, UPLOAD-44). */
function reloadFor(items: readonly UploadItem[], target: UploadTarget | null = null): Reload {
  const listsOf = new Set(items.map((item) => item.target.recordId));
  if (target) listsOf.add(target.recordId);
  const folders = items.filter((item) => item.kind === 'folder');
  return { listsOf, treesOf: new Set(folders.map((item) => item.target.recordId)) };
}
