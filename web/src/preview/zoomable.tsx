import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useOnChange } from '../kit/index.ts';
import { Stage } from './stage.tsx';
import { usePreviewKeys } from './use-preview-keys.ts';
import { ViewBar } from './view-bar.tsx';
import { fitFactor, zoomStep, type Fit, type Size, type Zoom } from './zoom.ts';
import styles from './preview.module.css';

interface ZoomableProps {
  label: string;
  /** the size of the content at 100 % */
  natural: Size;
  fit: Fit;
  /** true when dragging scrolls the content; false when the content has text to select */
  isDraggable?: boolean;
  /** content at the start of the bar */
  controls?: ReactNode;
  /** when it changes, the view scrolls to its top */
  resetKey?: unknown;
  /** renders the content at a size */
  children: (size: Size) => ReactNode;
}

/** Shows content that has a natural size, fitted to the room or at the chosen zoom. */
export function Zoomable({
  label,
  natural,
  fit,
  isDraggable = false,
  controls,
  resetKey,
  children,
}: ZoomableProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const factor = zoom === 'fit' ? fitFactor(natural, room, fit) : zoom;
  const change = (by: 1 | -1) => setZoom(zoomStep(factor, by));
  usePreviewKeys({
    '+': () => change(1),
    '=': () => change(1),
    '-': () => change(-1),
    '0': () => setZoom('fit'),
  });
  useKeptMiddle(box, factor);
  useOnChange(resetKey, () => box.current?.scrollTo({ top: 0 }));
  const size = { width: Math.round(natural.width * factor), height: Math.round(natural.height * factor) };
  return (
    <>
      <ViewBar factor={factor} zoom={zoom} fit={fit} onStep={change} onFit={() => setZoom('fit')}>
        {controls}
      </ViewBar>
      <Stage label={label} box={box} isDeep>
        <div className={styles['zoomed']} data-draggable={isDraggable} {...(isDraggable ? DRAGGING : {})}>
          {room.width > 0 && children(size)}
        </div>
      </Stage>
    </>
  );
}

/** The margin around the content, in CSS pixels. */
const MARGIN = 16;

function useRoom(box: React.RefObject<HTMLDivElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const frame = box.current;
    if (frame === null) return undefined;
    // The measured size includes the scrollbar. Without it, the scrollbar would appear and disappear in a loop.
    const measure = () => {
      const { offsetWidth, offsetHeight } = frame;
      setRoom({ width: offsetWidth - 2 * MARGIN - SCROLLBAR, height: offsetHeight - 2 * MARGIN });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [box]);
  return room;
}
const SCROLLBAR = 16;

/** Keeps the middle of the visible content in the middle when the zoom changes. */
function useKeptMiddle(box: React.RefObject<HTMLDivElement | null>, factor: number): void {
  const former = useRef(factor);
  useLayoutEffect(() => {
    const frame = box.current;
    const growth = factor / former.current;
    former.current = factor;
    if (frame === null || growth === 1) return;
    frame.scrollTo({
      left: (frame.scrollLeft + frame.clientWidth / 2) * growth - frame.clientWidth / 2,
      top: (frame.scrollTop + frame.clientHeight / 2) * growth - frame.clientHeight / 2,
    });
  }, [box, factor]);
}

/** Dragging scrolls the stage with the pointer. */
const DRAGGING = {
  onPointerDown: (event: PointerEvent) => {
    if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
  },
  onPointerMove: (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.currentTarget.parentElement?.scrollBy(-event.movementX, -event.movementY);
  },
};
