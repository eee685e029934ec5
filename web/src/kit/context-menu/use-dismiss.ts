import { useEffect, useEffectEvent, type RefObject } from 'react';

interface DismissInput {
  box: RefObject<HTMLElement | null>;
  /** the element that opened the box; null when there is none */
  origin: HTMLElement | null;
  /** the origin is a button that opens and closes the box, so a press on it does not close the box here */
  isOfButton: boolean;
  onDismiss: () => void;
}

/**
 * The least distance that counts as a move, in CSS pixels. Scrolling moves an element by whole pixels; rounding in the
 * layout moves it less.
 */
const MOVED_PX = 1;

/**
 * Closes a box that floats over the page: after a click outside, when its origin is scrolled, and when the window
 * changes its size or loses the focus. A scroll event that does not move the origin closes nothing. It can belong to a
 * scroll from before the box opened (USE-02), or keep rows in position while others are inserted above them.
 */
export function useDismiss({ box, origin, isOfButton, onDismiss }: DismissInput): void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    const start = origin?.getBoundingClientRect();
    const isInside = (target: EventTarget | null) =>
      target instanceof Node &&
      (box.current?.contains(target) === true || (isOfButton && origin?.contains(target) === true));
    const hasMoved = () => {
      if (origin === null || start === undefined) return true;
      const { left, top } = origin.getBoundingClientRect();
      return Math.abs(left - start.left) > MOVED_PX || Math.abs(top - start.top) > MOVED_PX;
    };
    const onPress = ({ target }: Event) => {
      if (!isInside(target)) dismiss();
    };
    const onScroll = ({ target }: Event) => {
      if (!isInside(target) && hasMoved()) dismiss();
    };
    const always = () => dismiss();
    // Listens in the capture phase, before other handlers of the page.
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('scroll', onScroll, true);
    addEventListener('resize', always);
    addEventListener('blur', always);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('scroll', onScroll, true);
      removeEventListener('resize', always);
      removeEventListener('blur', always);
    };
  }, [box, origin, isOfButton]);
}
