import type { Item } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type DragEvent } from 'react';
import { useStore } from 'zustand';
import { nameCharactersQuery } from '../api/index.ts';
import type { DropOver, RowDrag, TreeDrop } from '../kit/index.ts';
import { useVault } from '../shared/index.ts';
import { isFolder, type FolderIndex } from '../tree/index.ts';
import { dragAction, dropProblem, type Drag, type DragSurface } from './dragging.ts';
import { useDragStore, useOrganise } from './use-organise.ts';

interface ItemDragInput {
  /** the folders; undefined while they load, when nothing can be dropped */
  index: FolderIndex | undefined;
  /** returns all items that are dragged together with a row */
  taken: (item: Item) => readonly Item[];
}

/** The type of the drag's data: Firefox starts no drag without data. */
const DATA_TYPE = 'application/x-portal-vault-items';

/**
 * Lets the user drag rows onto folders in the list and in the tree, which moves them, or copies them while Ctrl or Alt
 * is held.
 */
export function useItemDrag({ index, taken }: ItemDragInput): { rows: RowDrag<Item>; tree: TreeDrop } {
  const { abilities } = useVault();
  const organise = useOrganise();
  const store = useDragStore();
  const { data: characters } = useQuery(nameCharactersQuery);
  const overId = useStore(store, (drag) => drag?.over?.folder.id ?? null);
  const overSurface = useStore(store, (drag) => drag?.over?.surface ?? null);
  const isRefused = useStore(store, (drag) => drag?.over?.problem != null);

  return useMemo(() => {
    const over = (surface: DragSurface): DropOver | null =>
      overId === null || overSurface !== surface
        ? null
        : { id: overId, verdict: isRefused ? 'refused' : 'allowed' };

    const leave = () => store.setState((drag) => drag && setOver(drag, null), true);
    const look = (event: DragEvent, folderId: string, surface: DragSurface) => {
      const drag = store.getState();
      const folder = index?.byId.get(folderId);
      if (drag === null || folder === undefined || index === undefined) return null;
      const action = dragAction(event);
      const problem = dropProblem(action, drag.items, { target: folder, index, abilities, characters });
      const next = setOver(drag, { folder, surface, action, problem });
      if (next !== drag) store.setState(next, true);
      if (problem !== null) return null;
      // Without preventDefault the browser accepts no drop.
      event.preventDefault();
      return { drag, folder, action };
    };
    const onOver = (surface: DragSurface) => (event: DragEvent, folderId: string) => {
      const dropTarget = look(event, folderId, surface);
      event.dataTransfer.dropEffect = dropTarget?.action ?? 'none';
    };
    const onDrop = (surface: DragSurface) => (event: DragEvent, folderId: string) => {
      const dropTarget = look(event, folderId, surface);
      store.setState(null, true);
      if (dropTarget !== null)
        organise.relocateInto(dropTarget.action, dropTarget.drag.items, dropTarget.folder);
    };
    const onStart = (event: DragEvent, item: Item) => {
      event.dataTransfer.effectAllowed = 'copyMove';
      event.dataTransfer.setData(DATA_TYPE, '');
      // DragFollower replaces the browser's drag image, because it also shows the effect of a drop.
      event.dataTransfer.setDragImage(new Image(), 0, 0);
      store.setState({ items: taken(item), over: null }, true);
    };
    const overRow = onOver('list');
    const dropOnRow = onDrop('list');
    const rows: RowDrag<Item> = {
      onStart,
      onEnd: () => store.setState(null, true),
      onOver: (event, item) => (isFolder(item) ? overRow(event, item.sfid) : leave()),
      onLeave: leave,
      onDrop: (event, item) => isFolder(item) && dropOnRow(event, item.sfid),
      over: over('list'),
    };
    const tree = { onOver: onOver('tree'), onLeave: leave, onDrop: onDrop('tree'), over: over('tree') };
    return { rows, tree };
  }, [store, index, taken, abilities, organise, characters, overId, overSurface, isRefused]);
}

/** Returns the same object when nothing has changed, so that nothing is rendered again. */
function setOver(drag: Drag, over: Drag['over']): Drag {
  const isSame =
    drag.over?.folder === over?.folder &&
    drag.over?.surface === over?.surface &&
    drag.over?.action === over?.action &&
    drag.over?.problem === over?.problem;
  return isSame ? drag : { ...drag, over };
}
