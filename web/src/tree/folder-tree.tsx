import { useMemo } from 'react';
import { FolderIcon, VirtualTree } from '../kit/index.ts';
import type { Folder, FolderIndex } from './folders.ts';
import { useExpanded } from './use-expanded.ts';

interface FolderTreeProps {
  label: string;
  index: FolderIndex;
  currentId: string | null;
  onChoose: (folder: Folder) => void;
}

/** All folders of a record below the root 'Files' (FILES-01, FILES-02). */
export function FolderTree({ label, index, currentId, onChoose }: FolderTreeProps) {
  const current = currentId === null ? undefined : index.byId.get(currentId);
  const { expanded, toggle } = useExpanded(index, current);
  const roots = useMemo(() => [index.root], [index]);
  return (
    <VirtualTree
      label={label}
      roots={roots}
      expanded={expanded}
      onToggle={toggle}
      selectedId={currentId}
      onChoose={(id) => {
        const folder = index.byId.get(id);
        if (folder !== undefined) onChoose(folder);
      }}
      icon={<FolderIcon size={16} />}
    />
  );
}
