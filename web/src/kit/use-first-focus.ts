import { useEffect, type RefObject } from 'react';

/**
 * Focuses an element of a dialog as soon as the dialog is visible, before its animation ends, so that no typed letter
 * is lost. It does not do so during mount, because the dialog first stores which element had the focus, to restore it
 * later.
 */
export function useFirstFocus<T>(target: RefObject<T | null>, focus: (element: T) => void): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (target.current) focus(target.current);
    });
    return () => cancelAnimationFrame(frame);
    // Runs only when the dialog opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
