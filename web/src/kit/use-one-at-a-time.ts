import { useCallback, useRef } from 'react';

/**
 * For what a person may ask for twice without meaning it, such as Enter pressed twice: what is asked for while the last
 * work runs is left out. It knows at once, where a state on the screen is drawn a moment later.
 * @returns runs the work, or leaves it out
 */
export function useOneAtATime(): (work: () => Promise<void>) => void {
  const isBusy = useRef(false);
  return useCallback((work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    void work().finally(() => {
      isBusy.current = false;
    });
  }, []);
}
