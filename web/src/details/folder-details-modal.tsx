import type { Folder } from '../tree/index.ts';
import { useFolderDetails } from './use-folder-details.ts';
import { DetailsModal } from './details-modal.tsx';

interface FolderDetailsModalProps {
  folder: Folder;
  open: boolean;
  onClose: () => void;
}

/** The Details modal for the open folder (FILES-22). */
export function FolderDetailsModal({ folder, open, onClose }: FolderDetailsModalProps) {
  const details = useFolderDetails(folder, open);
  return <DetailsModal id={folder.id} details={details} open={open} onClose={onClose} />;
}
