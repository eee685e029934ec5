import { useEffect, type RefObject } from 'react';
import { edgeSpeed } from './edge-speed.ts';

/** When no pointer event arrives for this time, in milliseconds, the drag is no longer over the box. */
const SILENCE_MS = 400;

/** Scrolls a box while something is dragged near its upper or lower edge. */
export function useEdgeScroll(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let frame = 0;
    let pointer = { y: 0, at: 0 };
    const step = () => {
      frame = 0;
      const speed = edgeSpeed(pointer.y, element.getBoundingClientRect());
      if (speed === 0 || performance.now() - pointer.at > SILENCE_MS) return;
      element.scrollTop += speed;
      frame = requestAnimationFrame(step);
    };
    const onDragOver = (event: DragEvent) => {
      pointer = { y: event.clientY, at: performance.now() };
      if (frame === 0) frame = requestAnimationFrame(step);
    };
    element.addEventListener('dragover', onDragOver);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('dragover', onDragOver);
    };
  }, [box]);
}
