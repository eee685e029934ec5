import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLink } from '../visit/use-link.ts';
import { createItemListing } from './item-listing.ts';

/**
 * Lists the items of a folder of the share.
 * @param isPaused true while the visit has ended; the items are loaded again after the next unlock
 */
export function useItems(path: string, isPaused: boolean) {
  const link = useLink();
  const [items] = useState(() =>
    createItemListing((input) => link.call('list', input), link.retryAfterOutage),
  );
  const state = useStore(items.state);
  useEffect(() => {
    if (isPaused) return undefined;
    items.open(path);
    return items.stop;
  }, [items, path, isPaused]);
  return { ...state, retry: () => items.open(path), showMore: items.more };
}
