import { useMemo } from 'react';
import { FolderIcon, VirtualTree, type TreeDrop } from '../kit/index.ts';
import type { Folder, FolderIndex } from './folders.ts';
import { useExpanded } from './use-expanded.ts';

interface FolderTreeProps {
  label: string;
  index: FolderIndex;
  currentId: string | null;
  onChoose: (folder: Folder) => void;
  /** the folder to which the tree expands while no folder is current */
  startId?: string | null;
  drop?: TreeDrop;
}

/** The tree of all folders of a record, with the root 'Files' at the top (FILES-01, FILES-02). */
export function FolderTree({ label, index, currentId, onChoose, startId = null, drop }: FolderTreeProps) {
  const shown = index.byId.get(currentId ?? startId ?? '');
  const { expanded, toggle } = useExpanded(index, shown);
  const roots = useMemo(() => [index.root], [index]);
  return (
    <VirtualTree
      label={label}
      roots={roots}
      expanded={expanded}
      onToggle={toggle}
      selectedId={currentId}
      startId={startId}
      drop={drop}
      onChoose={(id) => {
        const folder = index.byId.get(id);
        if (folder !== undefined) onChoose(folder);
      }}
      icon={<FolderIcon size={16} />}
    />
  );
}
