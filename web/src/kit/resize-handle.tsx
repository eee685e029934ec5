import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import styles from './resize-handle.module.css';

interface ResizeHandleProps {
  /** what is resized, for screen readers */
  label: string;
  /** the current width, in CSS pixels */
  measure: () => number;
  min: number;
  max: number;
  onResize: (width: number) => void;
  /** called by a double click and by Enter, to restore the initial width */
  onReset: () => void;
}

const KEY_STEP = 16;
const LARGE_STEP = 64;

/**
 * A vertical edge that resizes an element: by dragging, or by the arrow keys (the keyboard alternative of UI-04). It
 * follows the ARIA window splitter pattern.
 */
export function ResizeHandle({ label, measure, min, max, onResize, onReset }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const [now, setNow] = useState(min);
  const resizeTo = (next: number) => {
    const width = Math.round(Math.min(max, Math.max(min, next)));
    setNow(width);
    onResize(width);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: measure() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (start.current !== null) resizeTo(start.current.width + event.clientX - start.current.x);
  };
  const onPointerEnd = () => {
    start.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : KEY_STEP;
    if (event.key === 'ArrowLeft') resizeTo(measure() - step);
    else if (event.key === 'ArrowRight') resizeTo(measure() + step);
    else if (event.key === 'Home') resizeTo(min);
    else if (event.key === 'Enter') onReset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={styles['handle']}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={now}
      tabIndex={0}
      onFocus={() => setNow(Math.round(measure()))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  );
}
