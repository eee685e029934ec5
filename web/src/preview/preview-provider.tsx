import { Messages } from '@vault/contract';
import { useMemo, useState, type ReactNode } from 'react';
import { preloadable, usePreload } from '../kit/index.ts';
import { LazyDialog, useToast } from '../shared/index.ts';
import { openOfficeOnline } from './office-online.ts';
import { openingOf } from './opening.ts';
import { previewTexts } from './texts.ts';
import { PreviewContext, type Preview } from './use-preview.ts';
import { viewingOf, viewingOfVersion, type Viewing } from './viewing.ts';

const PreviewModal = preloadable(async () => (await import('./preview-modal.tsx')).PreviewModal);
const LimitModal = preloadable(async () => (await import('./limit-modal.tsx')).LimitModal);

/** Provides previews to everything below it. */
export function PreviewProvider({ children }: { children: ReactNode }) {
  const toast = useToast();
  // The files are kept while the modal fades out.
  const [viewing, setViewing] = useState<Viewing | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [limit, setLimit] = useState<string | null>(null);
  usePreload(PreviewModal);
  usePreload(LimitModal);
  const close = () => setIsOpen(false);
  const closeLimit = () => setLimit(null);

  const preview = useMemo<Preview>(() => {
    const goOnline = async (file: { sfid: string; name: string }, action: 'edit' | 'view') => {
      try {
        if (await openOfficeOnline(file, action)) return;
        toast.warning(previewTexts.popUpBlocked);
      } catch (error) {
        toast.error(error);
      }
    };
    const open = (wanted: Viewing | null, action: 'edit' | 'view') => {
      const viewed = wanted?.files[wanted.at];
      if (wanted === null || viewed === undefined) return;
      const opening = openingOf(viewed.file, action);
      if (opening.way === 'unsupported') toast.warning(Messages.previewUnsupported);
      else if (opening.way === 'limit') setLimit(opening.message);
      // Office online cannot show a former version.
      else if (opening.way === 'online' && viewed.version === null) void goOnline(viewed.file, action);
      else {
        setViewing(wanted);
        setIsOpen(true);
      }
    };
    return {
      open: (file, listed) => open(viewingOf(file, listed), 'view'),
      openVersion: (file, version) => open(viewingOfVersion(file, version), 'view'),
      edit: (file) => open(viewingOf(file, [file], true), 'edit'),
    };
  }, [toast]);

  return (
    <PreviewContext value={preview}>
      {children}
      <LazyDialog open={isOpen} onClose={close} loading={previewTexts.opening}>
        {viewing !== null && (
          <PreviewModal viewing={viewing} open={isOpen} onChange={setViewing} onClose={close} />
        )}
      </LazyDialog>
      <LazyDialog open={limit !== null} onClose={closeLimit}>
        <LimitModal message={limit} onClose={closeLimit} />
      </LazyDialog>
    </PreviewContext>
  );
}
