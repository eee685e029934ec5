import { createStore, type StoreApi } from 'zustand/vanilla';
import { callTexts } from '../texts.ts';
import { CallError } from '../visit/client.ts';
import type { LinkVisit } from '../visit/link-visit.ts';
import { firstPage, withNextPage, type AskList, type Listing } from './items.ts';

/** The state of the open folder. */
export interface ListingState {
  /** the items; those of the previous folder until the new folder is loaded */
  listing: Listing | null;
  isLoading: boolean;
  failure: CallError | null;
}

/** The list of the open folder. Independent of React. */
export interface ItemListing {
  state: Pick<StoreApi<ListingState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Loads a folder from its first page; a running load is aborted. */
  open: (path: string) => void;
  /** Loads the next page. */
  more: () => void;
  /** Aborts a running load. */
  stop: () => void;
}

/** Creates a list without a folder. */
export function createItemListing(
  askList: AskList,
  retryAfterOutage: LinkVisit['retryAfterOutage'],
): ItemListing {
  const state = createStore<ListingState>(() => ({ listing: null, isLoading: true, failure: null }));
  let running = new AbortController();
  const set = (next: Partial<ListingState>) => state.setState(next);

  async function load(work: (signal: AbortSignal) => Promise<Listing>): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    set({ isLoading: true, failure: null });
    try {
      // During an outage the shown items stay and no spinner is shown.
      const onWait = () => set({ isLoading: false });
      const listing = await retryAfterOutage(() => work(signal), { signal, onWait });
      if (!signal.aborted) set({ listing, isLoading: false });
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, callTexts.requestFailed);
      if (!signal.aborted) set({ failure, isLoading: false });
    }
  }

  return {
    state,
    open: (path) => void load((signal) => firstPage(askList, path, signal)),
    more: () => {
      const { listing } = state.getState();
      if (listing !== null) void load((signal) => withNextPage(askList, listing, signal));
    },
    stop: () => running.abort(),
  };
}
