import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** The element that accepts files; null for the whole page. */
type DropZone = RefObject<HTMLElement | null> | null;

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

/** Listens to drags of files from outside the browser. @returns an unsubscribe function */
function listenToFiles(zone: DropZone, on: Partial<Record<string, (event: DragEvent) => void>>): () => void {
  const target: EventTarget = zone === null ? window : (zone.current ?? new EventTarget());
  const ending = new AbortController();
  for (const [type, handle] of Object.entries(on)) {
    const listener = (event: Event) => {
      if (carriesFiles(event as DragEvent)) handle?.(event as DragEvent);
    };
    target.addEventListener(type, listener, { signal: ending.signal });
  }
  return () => ending.abort();
}

/**
 * Returns whether files from outside the browser are dragged over a zone.
 * @param isOn false when the zone accepts nothing
 */
export function useFilesOver(zone: DropZone, isOn = true): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    // The enter event of a child fires before the leave event of its parent. Enter and leave events are counted,
    // because some browsers do not name the element that is entered.
    let depth = 0;
    const hasLeft = ({ relatedTarget }: DragEvent) => {
      if (zone === null) return relatedTarget === null;
      return relatedTarget instanceof Node ? zone.current?.contains(relatedTarget) !== true : depth <= 0;
    };
    const leave = () => {
      depth = 0;
      setIsOver(false);
    };
    return listenToFiles(zone, {
      dragenter: () => {
        depth += 1;
        setIsOver(true);
      },
      dragover: () => setIsOver(true),
      dragleave: (event) => {
        depth -= 1;
        if (hasLeft(event)) leave();
      },
      drop: leave,
    });
  }, [zone, isOn]);
  return isOver && isOn;
}

/**
 * Accepts files that are dropped on a zone.
 * @param onDrop null when nothing may be dropped here; called during the drop event, because its data is readable only
 * then
 * @returns whether files are dragged over the zone
 */
export function useFileDrop(zone: DropZone, onDrop: ((dropped: DataTransfer) => void) | null): boolean {
  const isOn = onDrop !== null;
  const take = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer !== null) onDrop?.(event.dataTransfer);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    // Without preventDefault the browser opens the file instead.
    return listenToFiles(zone, {
      dragenter: (event) => event.preventDefault(),
      dragover: (event) => {
        event.preventDefault();
        if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      },
      drop: (event) => {
        event.preventDefault();
        take(event);
      },
    });
  }, [zone, isOn]);
  return useFilesOver(zone, isOn);
}
