import { useEffect, useRef, type RefObject } from 'react';

/** Closes what floats over the page when something else is pressed or scrolled, or the window loses its place. */
export function useDismiss(box: RefObject<HTMLElement | null>, onDismiss: () => void): void {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && box.current?.contains(target) === true;
    const outside = (event: Event) => {
      if (!isInside(event.target)) dismiss.current();
    };
    const always = () => dismiss.current();
    // Before anything on the page acts on it.
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('scroll', outside, true);
    addEventListener('resize', always);
    addEventListener('blur', always);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('scroll', outside, true);
      removeEventListener('resize', always);
      removeEventListener('blur', always);
    };
  }, [box]);
}
