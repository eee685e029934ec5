import { useCallback, useState } from 'react';
import { chainTo, type Folder, type FolderIndex } from './folders.ts';

/** Returns the expanded folders of the tree. The parents of the current folder are expanded automatically. */
export function useExpanded(index: FolderIndex, current: Folder | undefined) {
  const [state, setState] = useState({ expanded: new Set([index.root.id]), pathIds: '' });
  const above = current === undefined ? [] : chainTo(index, current).slice(0, -1);
  // Parents are expanded only when the current folder changes, so that a folder that the person collapsed stays
  // collapsed while the tree reloads.
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
