import { useRef, useState, type DragEvent } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/**
 * Taking files that are dragged in from outside.
 * @param onDrop null when nothing may be dropped here; called while the drop is handled, as its data is
 * readable only then
 * @returns whether files hover over the place, and the handlers for its element
 */
export function useFileDrop(onDrop: ((dropped: DataTransfer) => void) | null) {
  // Entering a child comes before leaving its parent, so enters and leaves are counted.
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
