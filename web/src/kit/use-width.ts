import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Returns the inner width of an element, measured again on every change.
 * @returns CSS pixels; Infinity before the first measurement, so that nothing is hidden for lack of room
 */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const measure = () => setWidth(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
