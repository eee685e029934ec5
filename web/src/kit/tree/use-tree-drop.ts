import { useEffect, useEffectEvent, type DragEvent } from 'react';
import { leavesElement } from '../drag-leave.ts';
import type { DropOver } from '../drop-verdict.ts';
import type { TreeRow } from './rows.ts';

/** Handlers for dropping on the nodes of a tree. */
export interface TreeDrop {
  /** called while items are dragged over a node; repeated while the pointer stays there */
  onOver: (event: DragEvent, id: string) => void;
  onLeave: () => void;
  onDrop: (event: DragEvent, id: string) => void;
  /** the node under the pointer, and whether it accepts the drop */
  over: DropOver | null;
}

/** A closed node expands after the drag stays on it for this time, in milliseconds. */
const OPEN_AFTER_MS = 600;

interface TreeDropInput {
  rows: readonly TreeRow[];
  onToggle: (id: string) => void;
  drop: TreeDrop | undefined;
}

/** Returns the handlers for the tree's box, so that nodes need no handlers. */
export function useTreeDrop({ rows, onToggle, drop }: TreeDropInput) {
  const overId = drop?.over?.id ?? null;
  const isClosed = rows.find(({ id }) => id === overId)?.expanded === false;
  const expand = useEffectEvent(onToggle);
  useEffect(() => {
    if (overId === null || !isClosed) return undefined;
    const timer = setTimeout(() => expand(overId), OPEN_AFTER_MS);
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
      if (leavesElement(event)) drop.onLeave();
    },
    onDrop: withNode(drop.onDrop),
  };
}
