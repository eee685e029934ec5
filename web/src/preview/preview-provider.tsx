import { Messages } from '@vault/contract';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { preloadable, Spinner, whenIdle } from '../kit/index.ts';
import { useToast } from '../shared/index.ts';
import { LimitModal } from './limit-modal.tsx';
import { openOfficeOnline } from './office-online.ts';
import { openingOf } from './opening.ts';
import { previewTexts } from './texts.ts';
import { PreviewContext, type Preview } from './use-preview.ts';
import { viewingOf, viewingOfVersion, type Viewing } from './viewing.ts';
import styles from './preview.module.css';

/** The preview modal; its code is loaded when the browser is idle, or when the first file opens. */
const PreviewModal = preloadable(async () => (await import('./preview-modal.tsx')).PreviewModal);

/** Provides previews to everything below it. */
export function PreviewProvider({ children }: { children: ReactNode }) {
  const toast = useToast();
  // The files are kept while the modal fades out.
  const [viewing, setViewing] = useState<Viewing | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [limit, setLimit] = useState<string | null>(null);
  // A failed preload is ignored; the error is shown when the first file opens.
  useEffect(() => whenIdle(() => void PreviewModal.preload().catch(() => undefined)), []);

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
      {viewing !== null && (
        <Suspense fallback={isOpen ? <Opening /> : null}>
          <PreviewModal
            viewing={viewing}
            open={isOpen}
            onChange={setViewing}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
      <LimitModal message={limit} onClose={() => setLimit(null)} />
    </PreviewContext>
  );
}

function Opening() {
  return (
    <div className={styles['opening']}>
      <Spinner label={previewTexts.opening} />
    </div>
  );
}
