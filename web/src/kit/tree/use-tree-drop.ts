import { useEffect, useRef, type DragEvent } from 'react';
import type { DropOver } from '../drop-verdict.ts';
import type { TreeRow } from './rows.ts';

/** Dropping on the nodes of a tree. */
export interface TreeDrop {
  /** over a node, again and again while it stays there */
  onOver: (event: DragEvent, id: string) => void;
  onLeave: () => void;
  onDrop: (event: DragEvent, id: string) => void;
  /** the node that shows whether it would take what is dragged */
  over: DropOver | null;
}

/** A closed node over which something is held for so long opens, in milliseconds. */
const OPEN_AFTER_MS = 600;

interface TreeDropInput {
  rows: readonly TreeRow[];
  onToggle: (id: string) => void;
  drop: TreeDrop | undefined;
}

/** The handlers of the tree's box, so that no node needs its own. */
export function useTreeDrop({ rows, onToggle, drop }: TreeDropInput) {
  const overId = drop?.over?.id ?? null;
  const isClosed = rows.find(({ id }) => id === overId)?.expanded === false;
  const toggle = useRef(onToggle);
  useEffect(() => {
    toggle.current = onToggle;
  });
  useEffect(() => {
    if (overId === null || !isClosed) return undefined;
    const timer = setTimeout(() => toggle.current(overId), OPEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [overId, isClosed]);
  if (drop === undefined) return {};

  const withNode = (act: (event: DragEvent, id: string) => void) => (event: DragEvent) => {
    const line = (event.target as Element).closest<HTMLElement>('[data-node-id]');
    const id = line?.dataset['nodeId'];
    if (id === undefined) drop.onLeave();
    else act(event, id);
  };
  return {
    onDragOver: withNode(drop.onOver),
    onDragLeave: (event: DragEvent) => {
      const isInside =
        event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!isInside) drop.onLeave();
    },
    onDrop: withNode(drop.onDrop),
  };
}
