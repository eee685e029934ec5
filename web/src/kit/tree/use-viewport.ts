import { useEffect, useState, type RefObject } from 'react';

/** Returns the visible part of a scrolling box: its scroll position and height, in CSS pixels. */
export function useViewport(box: RefObject<HTMLElement | null>): { top: number; height: number } {
  const [view, setView] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = () =>
      setView((before) =>
        before.top === element.scrollTop && before.height === element.clientHeight
          ? before
          : { top: element.scrollTop, height: element.clientHeight },
      );
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  return view;
}
