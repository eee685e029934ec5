import { createObserved } from '../parts/observed.ts';
import { CallError } from '../visit/client.ts';
import type { LinkVisit } from '../visit/link-visit.ts';
import { firstPage, withNextPage, type AskList, type Listing } from './items.ts';

/** What is known of the open folder. */
export interface ListingState {
  /** the former folder's until the new one's is here */
  listing: Listing | null;
  isLoading: boolean;
  failure: CallError | null;
}

/** The list of the open folder. Plain code: no React. */
export interface ItemListing {
  state: () => ListingState;
  /** Told after each change. @returns the end of it */
  subscribe: (listener: () => void) => () => void;
  /** Loads a folder from its beginning; whatever was being loaded is given up. */
  open: (path: string) => void;
  /** Loads one page more. */
  more: () => void;
  /** Gives up what is being loaded. */
  stop: () => void;
}

/** Begins without any folder. */
export function createItemListing(askList: AskList, outlast: LinkVisit['outlast']): ItemListing {
  const state = createObserved<ListingState>({ listing: null, isLoading: true, failure: null });
  let running = new AbortController();
  const set = (next: Partial<ListingState>) => state.set({ ...state.get(), ...next });

  async function load(work: (signal: AbortSignal) => Promise<Listing>): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    set({ isLoading: true, failure: null });
    try {
      // What is shown stays until the vault is back.
      const onWait = () => set({ isLoading: false });
      const listing = await outlast(() => work(signal), { signal, onWait });
      if (!signal.aborted) set({ listing, isLoading: false });
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, 'Request Failed');
      if (!signal.aborted) set({ failure, isLoading: false });
    }
  }

  return {
    state: state.get,
    subscribe: state.subscribe,
    open: (path) => void load((signal) => firstPage(askList, path, signal)),
    more: () => {
      const { listing } = state.get();
      if (listing !== null) void load((signal) => withNextPage(askList, listing, signal));
    },
    stop: () => running.abort(),
  };
}
