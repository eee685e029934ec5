import { useEffect, type RefObject } from 'react';

/**
 * Gives something in a dialog the focus as soon as the dialog can be seen, not only after its motion, so that
 * nothing that is typed gets lost. Not while it is being mounted: the dialog first has to note where the focus
 * came from, to give it back there.
 */
export function useFirstFocus<T>(target: RefObject<T | null>, focus: (element: T) => void): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (target.current) focus(target.current);
    });
    return () => cancelAnimationFrame(frame);
    // Once, at the opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
