import type { Item } from '@vault/contract';
import { useMemo, useState, type ReactNode } from 'react';
import { preloadable, usePreload } from '../kit/index.ts';
import { LazyDialog } from '../shared/index.ts';
import type { Folder } from '../tree/index.ts';
import { detailsOf } from './details.ts';
import { DetailsContext, type ShowDetails } from './use-details.ts';

const DetailsModal = preloadable(async () => (await import('./details-modal.tsx')).DetailsModal);
const FolderDetailsModal = preloadable(
  async () => (await import('./folder-details-modal.tsx')).FolderDetailsModal,
);

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
  usePreload(DetailsModal);
  usePreload(FolderDetailsModal);
  const modal = { open: isOpen, onClose: () => setIsOpen(false) };
  return (
    <DetailsContext value={show}>
      {children}
      <LazyDialog {...modal}>
        {subject !== null && 'item' in subject && (
          <DetailsModal id={subject.item.sfid} details={detailsOf(subject.item)} {...modal} />
        )}
        {subject !== null && 'folder' in subject && <FolderDetailsModal folder={subject.folder} {...modal} />}
      </LazyDialog>
    </DetailsContext>
  );
}
