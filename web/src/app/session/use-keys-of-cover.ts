import { useEffect } from 'react';

/** Stops key events at the cover, because the page below listens for keys on the document. */
export function useKeysOfCover(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (!(event.target instanceof Node && dialog.current?.contains(event.target))) event.stopPropagation();
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, [dialog]);
}
