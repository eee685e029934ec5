import { useEffect, type RefObject } from 'react';

/** What begins to show takes no focus before its first frames. */
const MOST_FRAMES = 30;

/**
 * Gives something in a dialog the focus as soon as the dialog can be seen, not only after its motion, so that
 * nothing that is typed gets lost. Not while it is being mounted: the dialog first has to note where the focus
 * came from, to give it back there.
 */
export function useFirstFocus<T>(target: RefObject<T | null>, focus: (element: T) => void): void {
  useEffect(() => {
    let frame = 0;
    const attempt = (left: number) => {
      const before = document.activeElement;
      if (target.current) focus(target.current);
      // Whoever has moved the focus meanwhile keeps it.
      const isMoved = document.activeElement !== before;
      if (!isMoved && left > 0) frame = requestAnimationFrame(() => attempt(left - 1));
    };
    frame = requestAnimationFrame(() => attempt(MOST_FRAMES));
    return () => cancelAnimationFrame(frame);
    // Once, at the opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
