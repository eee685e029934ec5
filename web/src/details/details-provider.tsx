import type { Item } from '@vault/contract';
import { useMemo, useState, type ReactNode } from 'react';
import type { Folder } from '../tree/index.ts';
import { detailsOf } from './details.ts';
import { DetailsModal } from './details-modal.tsx';
import { FolderDetailsModal } from './folder-details-modal.tsx';
import { DetailsContext, type ShowDetails } from './use-details.ts';

type Subject = { item: Item } | { folder: Folder };

/** Provides the Details modal to everything below it. */
export function DetailsProvider({ children }: { children: ReactNode }) {
  // The subject is kept while the modal fades out.
  const [subject, setSubject] = useState<Subject | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const show = useMemo<ShowDetails>(() => {
    const open = (about: Subject) => {
      setSubject(about);
      setIsOpen(true);
    };
    return { ofItem: (item) => open({ item }), ofFolder: (folder) => open({ folder }) };
  }, []);
  const modal = { open: isOpen, onClose: () => setIsOpen(false) };
  return (
    <DetailsContext value={show}>
      {children}
      {subject !== null && 'item' in subject && (
        <DetailsModal id={subject.item.sfid} details={detailsOf(subject.item)} {...modal} />
      )}
      {subject !== null && 'folder' in subject && <FolderDetailsModal folder={subject.folder} {...modal} />}
    </DetailsContext>
  );
}
