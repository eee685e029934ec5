import { useCallback, useState } from 'react';
import { chainTo, type Folder, type FolderIndex } from './folders.ts';

/** The expanded folders of the tree. The parents of the current folder expand by themselves. */
export function useExpanded(index: FolderIndex, current: Folder | undefined) {
  const [state, setState] = useState({ expanded: new Set([index.root.id]), pathIds: '' });
  const above = current === undefined ? [] : chainTo(index, current).slice(0, -1);
  // Only another current folder expands its parents: a folder that the person collapsed stays so while the tree
  // reloads.
  const pathIds = [...above, current].map((folder) => folder?.id ?? '').join('/');
  let { expanded } = state;
  if (pathIds !== state.pathIds) {
    expanded = new Set([...expanded, ...above.map(({ id }) => id)]);
    setState({ expanded, pathIds });
  }
  const toggle = useCallback(
    (id: string) =>
      setState((before) => {
        const next = new Set(before.expanded);
        if (!next.delete(id)) next.add(id);
        return { ...before, expanded: next };
      }),
    [],
  );
  return { expanded, toggle };
}
