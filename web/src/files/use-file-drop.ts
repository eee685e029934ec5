import { useRef, useState, type DragEvent } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/**
 * Accepts files that are dragged in from outside the browser.
 * @param onDrop null when nothing may be dropped here; called during the drop event, because its data is readable only
 * then
 * @returns whether files are over the element, and the handlers for it
 */
export function useFileDrop(onDrop: ((dropped: DataTransfer) => void) | null) {
  // The enter event of a child fires before the leave event of its parent, so both are counted.
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);

  const leaveAll = () => {
    depth.current = 0;
    setIsOver(false);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (onDrop === null || !carriesFiles(event)) return;
      event.preventDefault();
      depth.current += 1;
      setIsOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (onDrop === null || !carriesFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDragLeave: (event: DragEvent) => {
      if (onDrop === null || !carriesFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) leaveAll();
    },
    onDrop: (event: DragEvent) => {
      if (onDrop === null || !carriesFiles(event)) return;
      event.preventDefault();
      leaveAll();
      onDrop(event.dataTransfer);
    },
  };
  return { isOver: isOver && onDrop !== null, handlers };
}
