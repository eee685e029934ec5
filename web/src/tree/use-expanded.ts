import { useCallback, useEffect, useState } from 'react';
import { chainTo, type Folder, type FolderIndex } from './folders.ts';

/** Which folders of the tree are expanded. The way to the current folder opens by itself. */
export function useExpanded(index: FolderIndex, current: Folder | undefined) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set([index.root.id]));
  const parents = current === undefined ? [] : chainTo(index, current).slice(0, -1);
  // Only a change of place opens folders: one that the person closed stays closed while the tree reloads.
  const way = parents.map(({ id }) => id).join('/');
  useEffect(() => {
    if (way === '') return;
    setExpanded((before) => new Set([...before, ...way.split('/')]));
  }, [way, current?.id]);

  const toggle = useCallback(
    (id: string) =>
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return { expanded, toggle };
}
